package gate

import "github.com/synrun/synrun/caps"

func (g *Gate) openPostgres(target string, r caps.Request) (engine, error) { return nil, nil }
func (g *Gate) openMySQL(target string, r caps.Request) (engine, error)    { return nil, nil }
func (g *Gate) openRedis(target string, r caps.Request) (closer, error)    { return nil, nil }
func (g *Gate) openMongo(target string, r caps.Request) (closer, error)    { return nil, nil }
