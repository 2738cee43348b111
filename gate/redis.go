package gate

import (
	"context"
	"errors"
	"strconv"

	"github.com/redis/go-redis/v9"
)

// redisConn is a connection to Redis: one socket, version 2 of the protocol, no
// retries.
type redisConn struct {
	target *dbTarget
	client *redis.Client
}

func (g *Gate) openRedis(target string) (closer, error) {
	t, err := parseTarget(target, "6379")
	if err != nil {
		return nil, ioError("db_open: "+err.Error(), err)
	}
	db := 0
	if t.database != "" {
		if db, err = strconv.Atoi(t.database); err != nil || db < 0 {
			return nil, ioError("db_open: the database of a Redis URL is a number", errTarget)
		}
	}
	o := &redis.Options{
		Addr: t.hosts[0], Username: t.user, Password: t.password, DB: db, Protocol: 2, PoolSize: 1, MaxRetries: -1,
		DialerRetries: 1, DialTimeout: connectWait, ReadTimeout: -1, WriteTimeout: -1, ContextTimeoutEnabled: true, DisableIdentity: true,
		Dialer: g.dialTarget(t),
	}
	if t.scheme == "rediss" {
		o.TLSConfig = t.secure(true)
		plain := o.Dialer
		o.Dialer = func(ctx context.Context, network, addr string) (conn netConn, err error) {
			raw, err := plain(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return tlsOver(ctx, raw, o.TLSConfig)
		}
	}
	r := &redisConn{target: t, client: redis.NewClient(o)}
	ctx, cancel := context.WithTimeout(g.ctx, connectWait)
	defer cancel()
	if err := r.client.Ping(ctx).Err(); err != nil {
		r.close()
		return nil, r.wrap(err)
	}
	return r, nil
}

func (r *redisConn) close() { _ = r.client.Close() }

func (r *redisConn) wrap(err error) error {
	var server redis.Error
	if errors.As(err, &server) {
		return ioError("db error: "+r.target.scrub(server.Error()), err)
	}
	return ioError("db error: "+r.target.scrub(netText(rootCause(err))), err)
}

// Redis sends one command to the default connection. The reply is nil, an
// int64, a string of bytes, or a list of replies.
func (g *Gate) Redis(at At, words ...string) (any, error) {
	c, release, err := g.use(at, familyRedis)
	if err != nil {
		return nil, err
	}
	defer release()
	r := c.closer.(*redisConn)
	args := make([]any, len(words))
	for i, w := range words {
		args[i] = w
	}
	reply, err := r.client.Do(g.ctx, args...).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return nil, nil
	case err != nil:
		return nil, g.ended(r.wrap(err))
	}
	return reply, nil
}

// unlockScript deletes a key only for who holds it.
const unlockScript = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end`

// RedisUnlock deletes a lock if the token is still its value.
func (g *Gate) RedisUnlock(at At, key, token string) (any, error) {
	return g.Redis(at, "EVAL", unlockScript, "1", key, token)
}

// LockToken is a value that nobody else has. It asks nothing: it is part of
// taking a lock.
func (g *Gate) LockToken() (string, error) {
	var b [16]byte
	if err := g.entropy(b[:]); err != nil {
		return "", err
	}
	const digits = "0123456789abcdef"
	s := make([]byte, 0, 32)
	for _, c := range b {
		s = append(s, digits[c>>4], digits[c&15])
	}
	return string(s), nil
}
