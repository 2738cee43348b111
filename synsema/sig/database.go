package sig

// Rows of the family database.
var (
	DbClose = Row{Name: "db_close", Family: "database", Status: Core,
		Params: []Param{{Name: "target", Opt: true}},
		Doc:    "close a database"}
	DbOpen = Row{Name: "db_open", Family: "database", Status: Core,
		Params: []Param{{Name: "target"}, {Name: "mode", Opt: true}},
		Cap:    "db",
		Doc:    "open a database"}
	MongoAggregate = Row{Name: "mongo_aggregate", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "pipeline"}},
		Cap:    "db",
		Doc:    "aggregation pipeline"}
	MongoCollections = Row{Name: "mongo_collections", Family: "database", Status: Extended,
		Cap: "db",
		Doc: "collection names"}
	MongoCount = Row{Name: "mongo_count", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "filter", Opt: true}},
		Cap:    "db",
		Doc:    "count documents"}
	MongoDelete = Row{Name: "mongo_delete", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "filter", Opt: true}},
		Cap:    "db",
		Doc:    "delete documents"}
	MongoFind = Row{Name: "mongo_find", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "filter", Opt: true}, {Name: "options", Opt: true}},
		Cap:    "db",
		Doc:    "find documents"}
	MongoFindOne = Row{Name: "mongo_find_one", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "filter", Opt: true}},
		Cap:    "db",
		Doc:    "find one document"}
	MongoInsert = Row{Name: "mongo_insert", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "document"}},
		Cap:    "db",
		Doc:    "insert a document"}
	MongoInsertMany = Row{Name: "mongo_insert_many", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "documents"}},
		Cap:    "db",
		Doc:    "insert documents"}
	MongoUpdate = Row{Name: "mongo_update", Family: "database", Status: Extended,
		Params: []Param{{Name: "collection"}, {Name: "filter"}, {Name: "update"}},
		Cap:    "db",
		Doc:    "update documents"}
	RedisDecr = Row{Name: "redis_decr", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "decrement"}
	RedisDel = Row{Name: "redis_del", Family: "database", Status: Extended,
		Params: []Param{{Name: "key", Rest: true}},
		Cap:    "db",
		Doc:    "delete keys"}
	RedisExists = Row{Name: "redis_exists", Family: "database", Status: Extended,
		Params: []Param{{Name: "key", Rest: true}},
		Cap:    "db",
		Doc:    "count existing keys"}
	RedisExpire = Row{Name: "redis_expire", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "seconds"}},
		Cap:    "db",
		Doc:    "set a TTL"}
	RedisGet = Row{Name: "redis_get", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "get"}
	RedisHdel = Row{Name: "redis_hdel", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "field", Rest: true}},
		Cap:    "db",
		Doc:    "delete hash fields"}
	RedisHget = Row{Name: "redis_hget", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "field"}},
		Cap:    "db",
		Doc:    "hash field"}
	RedisHgetall = Row{Name: "redis_hgetall", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "all hash fields"}
	RedisHincrby = Row{Name: "redis_hincrby", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "field"}, {Name: "n"}},
		Cap:    "db",
		Doc:    "increment a hash field"}
	RedisHset = Row{Name: "redis_hset", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "fields"}},
		Cap:    "db",
		Doc:    "set hash fields"}
	RedisIncr = Row{Name: "redis_incr", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "increment"}
	RedisIncrby = Row{Name: "redis_incrby", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "n"}},
		Cap:    "db",
		Doc:    "increment by n"}
	RedisKeys = Row{Name: "redis_keys", Family: "database", Status: Extended,
		Params: []Param{{Name: "pattern"}},
		Cap:    "db",
		Doc:    "keys by pattern"}
	RedisLlen = Row{Name: "redis_llen", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "list length"}
	RedisLock = Row{Name: "redis_lock", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "ttl_ms", Opt: true}},
		Cap:    "db",
		Doc:    "distributed lock"}
	RedisLpop = Row{Name: "redis_lpop", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "pop left"}
	RedisLpush = Row{Name: "redis_lpush", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "value", Rest: true}},
		Cap:    "db",
		Doc:    "push left"}
	RedisLrange = Row{Name: "redis_lrange", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "start"}, {Name: "stop"}},
		Cap:    "db",
		Doc:    "list range"}
	RedisMget = Row{Name: "redis_mget", Family: "database", Status: Extended,
		Params: []Param{{Name: "keys"}},
		Cap:    "db",
		Doc:    "get many"}
	RedisMset = Row{Name: "redis_mset", Family: "database", Status: Extended,
		Params: []Param{{Name: "values"}},
		Cap:    "db",
		Doc:    "set many"}
	RedisPersist = Row{Name: "redis_persist", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "remove the TTL"}
	RedisRpop = Row{Name: "redis_rpop", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "pop right"}
	RedisRpush = Row{Name: "redis_rpush", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "value", Rest: true}},
		Cap:    "db",
		Doc:    "push right"}
	RedisSadd = Row{Name: "redis_sadd", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "value", Rest: true}},
		Cap:    "db",
		Doc:    "add set members"}
	RedisSet = Row{Name: "redis_set", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "value"}, {Name: "ttl", Opt: true}},
		Cap:    "db",
		Doc:    "set with optional TTL"}
	RedisSismember = Row{Name: "redis_sismember", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "value"}},
		Cap:    "db",
		Doc:    "set membership"}
	RedisSmembers = Row{Name: "redis_smembers", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "set members"}
	RedisSrem = Row{Name: "redis_srem", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "value", Rest: true}},
		Cap:    "db",
		Doc:    "remove set members"}
	RedisTtl = Row{Name: "redis_ttl", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "remaining TTL"}
	RedisType = Row{Name: "redis_type", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}},
		Cap:    "db",
		Doc:    "type of a key"}
	RedisUnlock = Row{Name: "redis_unlock", Family: "database", Status: Extended,
		Params: []Param{{Name: "key"}, {Name: "token"}},
		Cap:    "db",
		Doc:    "release a lock"}
	Sql = Row{Name: "sql", Family: "database", Status: Core,
		Params: []Param{{Name: "query"}, {Name: "params", Opt: true}},
		Cap:    "db",
		Doc:    "query rows"}
	SqlBatch = Row{Name: "sql_batch", Family: "database", Status: Core,
		Params: []Param{{Name: "statement"}, {Name: "params_list", Opt: true}},
		Cap:    "db",
		Doc:    "execute a statement for many rows"}
	SqlExec = Row{Name: "sql_exec", Family: "database", Status: Core,
		Params: []Param{{Name: "statement"}, {Name: "params", Opt: true}},
		Cap:    "db",
		Doc:    "execute a statement"}
	SqlTables = Row{Name: "sql_tables", Family: "database", Status: Core,
		Cap: "db",
		Doc: "table names"}
)

var rowsDatabase = []*Row{
	&DbClose,
	&DbOpen,
	&MongoAggregate,
	&MongoCollections,
	&MongoCount,
	&MongoDelete,
	&MongoFind,
	&MongoFindOne,
	&MongoInsert,
	&MongoInsertMany,
	&MongoUpdate,
	&RedisDecr,
	&RedisDel,
	&RedisExists,
	&RedisExpire,
	&RedisGet,
	&RedisHdel,
	&RedisHget,
	&RedisHgetall,
	&RedisHincrby,
	&RedisHset,
	&RedisIncr,
	&RedisIncrby,
	&RedisKeys,
	&RedisLlen,
	&RedisLock,
	&RedisLpop,
	&RedisLpush,
	&RedisLrange,
	&RedisMget,
	&RedisMset,
	&RedisPersist,
	&RedisRpop,
	&RedisRpush,
	&RedisSadd,
	&RedisSet,
	&RedisSismember,
	&RedisSmembers,
	&RedisSrem,
	&RedisTtl,
	&RedisType,
	&RedisUnlock,
	&Sql,
	&SqlBatch,
	&SqlExec,
	&SqlTables,
}
