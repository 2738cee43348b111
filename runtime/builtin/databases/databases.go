package databases

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.DbOpen, Fn: open},
	{Row: &sig.DbClose, Fn: closeDB},
	{Row: &sig.Sql, Fn: query, Fresh: true},
	{Row: &sig.SqlExec, Fn: exec, Fresh: true},
	{Row: &sig.SqlBatch, Fn: batch, Fresh: true},
	{Row: &sig.SqlTables, Fn: tables, Fresh: true},

	{Row: &sig.MongoFind, Fn: mongoFind, Fresh: true},
	{Row: &sig.MongoFindOne, Fn: mongoFindOne, Fresh: true},
	{Row: &sig.MongoInsert, Fn: mongoInsert},
	{Row: &sig.MongoInsertMany, Fn: mongoInsertMany, Fresh: true},
	{Row: &sig.MongoUpdate, Fn: mongoUpdate, Fresh: true},
	{Row: &sig.MongoDelete, Fn: mongoDelete, Fresh: true},
	{Row: &sig.MongoCount, Fn: mongoCount},
	{Row: &sig.MongoAggregate, Fn: mongoAggregate, Fresh: true},
	{Row: &sig.MongoCollections, Fn: mongoCollections, Fresh: true},

	{Row: &sig.RedisGet, Fn: command("GET", answer)},
	{Row: &sig.RedisSet, Fn: redisSet},
	{Row: &sig.RedisDel, Fn: command("DEL", answer)},
	{Row: &sig.RedisExists, Fn: command("EXISTS", answer)},
	{Row: &sig.RedisMget, Fn: redisMget, Fresh: true},
	{Row: &sig.RedisMset, Fn: redisMset},
	{Row: &sig.RedisKeys, Fn: command("KEYS", answer), Fresh: true},
	{Row: &sig.RedisType, Fn: command("TYPE", answer)},
	{Row: &sig.RedisIncr, Fn: command("INCR", answer)},
	{Row: &sig.RedisDecr, Fn: command("DECR", answer)},
	{Row: &sig.RedisIncrby, Fn: command("INCRBY", answer)},
	{Row: &sig.RedisExpire, Fn: command("EXPIRE", truth)},
	{Row: &sig.RedisPersist, Fn: command("PERSIST", truth)},
	{Row: &sig.RedisTtl, Fn: command("TTL", answer)},
	{Row: &sig.RedisHget, Fn: command("HGET", answer)},
	{Row: &sig.RedisHset, Fn: redisHset},
	{Row: &sig.RedisHgetall, Fn: command("HGETALL", pairsOf), Fresh: true},
	{Row: &sig.RedisHdel, Fn: command("HDEL", answer)},
	{Row: &sig.RedisHincrby, Fn: command("HINCRBY", answer)},
	{Row: &sig.RedisLpush, Fn: command("LPUSH", answer)},
	{Row: &sig.RedisRpush, Fn: command("RPUSH", answer)},
	{Row: &sig.RedisLpop, Fn: command("LPOP", answer)},
	{Row: &sig.RedisRpop, Fn: command("RPOP", answer)},
	{Row: &sig.RedisLrange, Fn: command("LRANGE", answer), Fresh: true},
	{Row: &sig.RedisLlen, Fn: command("LLEN", answer)},
	{Row: &sig.RedisSadd, Fn: command("SADD", answer)},
	{Row: &sig.RedisSrem, Fn: command("SREM", answer)},
	{Row: &sig.RedisSmembers, Fn: command("SMEMBERS", answer), Fresh: true},
	{Row: &sig.RedisSismember, Fn: command("SISMEMBER", truth)},
	{Row: &sig.RedisLock, Fn: redisLock},
	{Row: &sig.RedisUnlock, Fn: redisUnlock},
}
