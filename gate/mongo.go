package gate

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Doc is a document of MongoDB, in order. Its values are nil, bool, int64,
// float64, string, []byte, Digits, Doc and []any.
type Doc []Field

// Field is one field of a Doc.
type Field struct {
	Name  string
	Value any
}

// Digits is a decimal number.
type Digits string

// mongoConn is a connection to a MongoDB database.
type mongoConn struct {
	target *dbTarget
	client *mongo.Client
	db     *mongo.Database
}

func (g *Gate) openMongo(target string) (closer, error) {
	t, err := parseTarget(target, "27017")
	if err != nil {
		return nil, ioError("db_open: "+err.Error(), err)
	}
	m := &mongoConn{target: t}
	// The driver reads the URL again: without the parameters that open files,
	// ask other services for credentials or go through a proxy.
	for name := range t.params {
		if strings.HasPrefix(name, "tls") && name != "tls" || strings.HasPrefix(name, "ssl") && name != "ssl" || strings.HasPrefix(name, "proxy") {
			return nil, ioError("db_open: the parameter "+name+" is not available", errTarget)
		}
	}
	switch mechanism := strings.ToUpper(t.params["authmechanism"]); mechanism {
	case "", "SCRAM-SHA-1", "SCRAM-SHA-256", "PLAIN":
	default:
		return nil, ioError("db_open: the mechanism "+mechanism+" is not available", errTarget)
	}
	o := options.Client().ApplyURI(target).SetDialer(mongoDialer(g.dialTarget(t))).SetMaxPoolSize(1).SetRetryReads(false).
		SetRetryWrites(false).SetConnectTimeout(connectWait).SetServerSelectionTimeout(connectWait)
	if len(t.hosts) == 1 && t.scheme == "mongodb" && t.params["replicaset"] == "" {
		o.SetDirect(true)
	}
	if err := o.Validate(); err != nil {
		return nil, m.wrap(err)
	}
	if m.client, err = mongo.Connect(o); err != nil {
		return nil, m.wrap(err)
	}
	name := t.database
	if name == "" {
		name = "test"
	}
	m.db = m.client.Database(name)
	ctx, cancel := context.WithTimeout(g.ctx, connectWait)
	defer cancel()
	if err := m.client.Ping(ctx, nil); err != nil {
		m.close()
		return nil, m.wrap(err)
	}
	return m, nil
}

type mongoDialer func(ctx context.Context, network, addr string) (netConn, error)

func (d mongoDialer) DialContext(ctx context.Context, network, addr string) (netConn, error) {
	return d(ctx, network, addr)
}

func (m *mongoConn) close() {
	ctx, cancel := context.WithTimeout(context.Background(), pipeWait)
	defer cancel()
	_ = m.client.Disconnect(ctx)
}

func (m *mongoConn) wrap(err error) error {
	var command mongo.CommandError
	if errors.As(err, &command) {
		return ioError("db error: "+command.Message, err)
	}
	var write mongo.WriteException
	if errors.As(err, &write) && len(write.WriteErrors) > 0 {
		return ioError("db error: "+write.WriteErrors[0].Message, err)
	}
	var bulk mongo.BulkWriteException
	if errors.As(err, &bulk) && len(bulk.WriteErrors) > 0 {
		return ioError("db error: "+bulk.WriteErrors[0].Message, err)
	}
	return ioError("db error: "+m.target.scrub(err.Error()), err)
}

// toBSON turns a value into what the driver stores.
func toBSON(key string, v any) any {
	switch v := v.(type) {
	case string:
		if key == "_id" && len(v) == 24 {
			if id, err := bson.ObjectIDFromHex(v); err == nil {
				return id
			}
		}
	case int64:
		if v >= math.MinInt32 && v <= math.MaxInt32 {
			return int32(v)
		}
	case Digits:
		if d, err := bson.ParseDecimal128(string(v)); err == nil {
			return d
		}
		return string(v)
	case []byte:
		return bson.Binary{Data: v}
	case Doc:
		d := make(bson.D, len(v))
		for i, f := range v {
			inner := f.Name
			if strings.HasPrefix(inner, "$") {
				inner = key // {"_id": {"$in": [...]}}
			}
			d[i] = bson.E{Key: f.Name, Value: toBSON(inner, f.Value)}
		}
		return d
	case []any:
		a := make(bson.A, len(v))
		for i, item := range v {
			a[i] = toBSON(key, item)
		}
		return a
	}
	return v
}

// fromBSON turns a stored value into a plain one.
func fromBSON(v any) any {
	switch v := v.(type) {
	case int32:
		return int64(v)
	case bson.ObjectID:
		return v.Hex()
	case bson.Decimal128:
		return Digits(v.String())
	case bson.Binary:
		return v.Data
	case bson.DateTime:
		return v.Time().UTC().Format("2006-01-02T15:04:05.999Z07:00")
	case time.Time:
		return v.UTC().Format("2006-01-02T15:04:05.999Z07:00")
	case bson.Timestamp:
		return int64(v.T)
	case bson.Symbol:
		return string(v)
	case bson.JavaScript:
		return string(v)
	case bson.Regex:
		return "/" + v.Pattern + "/" + v.Options
	case bson.D:
		d := make(Doc, len(v))
		for i, e := range v {
			d[i] = Field{e.Key, fromBSON(e.Value)}
		}
		return d
	case bson.A:
		a := make([]any, len(v))
		for i, item := range v {
			a[i] = fromBSON(item)
		}
		return a
	case nil, bool, int64, float64, string:
		return v
	}
	return nil
}

func bsonDoc(d Doc) bson.D {
	if d == nil {
		return bson.D{}
	}
	return toBSON("", d).(bson.D)
}

// onMongo runs one operation on a collection of the default database.
func (g *Gate) onMongo(at At, act func(ctx context.Context, m *mongoConn) error) error {
	c, release, err := g.use(at, familyMongo)
	if err != nil {
		return err
	}
	defer release()
	m := c.closer.(*mongoConn)
	if err := act(g.ctx, m); err != nil {
		var h *handed
		if errors.As(err, &h) {
			return h
		}
		return g.ended(m.wrap(err))
	}
	return nil
}

// drainCursor hands every document over.
func drainCursor(ctx context.Context, c *mongo.Cursor, each func(Doc) error) error {
	defer c.Close(context.WithoutCancel(ctx))
	for c.Next(ctx) {
		var d bson.D
		if err := c.Decode(&d); err != nil {
			return err
		}
		if err := each(fromBSON(d).(Doc)); err != nil {
			return &handed{err}
		}
	}
	return c.Err()
}

// handed is an error of the receiver, which is none of the database.
type handed struct{ err error }

func (h *handed) Error() string { return h.err.Error() }

// MongoFind are the options of a find.
type MongoFind struct {
	Limit, Skip  int64
	Sort, Fields Doc
}

// MongoFind hands over the documents that match.
func (g *Gate) MongoFind(at At, collection string, filter Doc, o MongoFind, each func(Doc) error) error {
	return receiverError(g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		find := options.Find().SetLimit(o.Limit).SetSkip(o.Skip)
		if o.Sort != nil {
			find.SetSort(bsonDoc(o.Sort))
		}
		if o.Fields != nil {
			find.SetProjection(bsonDoc(o.Fields))
		}
		c, err := m.db.Collection(collection).Find(ctx, bsonDoc(filter), find)
		if err != nil {
			return err
		}
		return drainCursor(ctx, c, each)
	}))
}

// receiverError unpacks what the receiver of documents failed with.
func receiverError(err error) error {
	var h *handed
	if errors.As(err, &h) {
		return h.err
	}
	return err
}

// MongoInsert stores documents and returns their ids in order.
func (g *Gate) MongoInsert(at At, collection string, docs []Doc) (ids []any, err error) {
	err = g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		list := make([]any, len(docs))
		for i, d := range docs {
			b := bsonDoc(d)
			if !slices.ContainsFunc(b, func(e bson.E) bool { return e.Key == "_id" }) {
				b = append(bson.D{{Key: "_id", Value: bson.NewObjectID()}}, b...)
			}
			for _, e := range b {
				if e.Key == "_id" {
					ids = append(ids, fromBSON(e.Value))
				}
			}
			list[i] = b
		}
		_, err := m.db.Collection(collection).InsertMany(ctx, list)
		return err
	})
	return ids, err
}

// MongoUpdate changes all documents that match.
func (g *Gate) MongoUpdate(at At, collection string, filter, update Doc) (matched, modified int64, err error) {
	err = g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		r, err := m.db.Collection(collection).UpdateMany(ctx, bsonDoc(filter), bsonDoc(update))
		if err == nil {
			matched, modified = r.MatchedCount, r.ModifiedCount
		}
		return err
	})
	return matched, modified, err
}

// MongoDelete deletes all documents that match.
func (g *Gate) MongoDelete(at At, collection string, filter Doc) (n int64, err error) {
	err = g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		r, err := m.db.Collection(collection).DeleteMany(ctx, bsonDoc(filter))
		if err == nil {
			n = r.DeletedCount
		}
		return err
	})
	return n, err
}

// MongoCount counts the documents that match.
func (g *Gate) MongoCount(at At, collection string, filter Doc) (n int64, err error) {
	err = g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		n, err = m.db.Collection(collection).CountDocuments(ctx, bsonDoc(filter))
		return err
	})
	return n, err
}

// MongoAggregate runs a pipeline and hands over its results.
func (g *Gate) MongoAggregate(at At, collection string, pipeline []Doc, each func(Doc) error) error {
	return receiverError(g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		stages := make(bson.A, len(pipeline))
		for i, d := range pipeline {
			stages[i] = bsonDoc(d)
		}
		c, err := m.db.Collection(collection).Aggregate(ctx, stages)
		if err != nil {
			return err
		}
		return drainCursor(ctx, c, each)
	}))
}

// MongoCollections lists the collections, sorted.
func (g *Gate) MongoCollections(at At) (names []string, err error) {
	err = g.onMongo(at, func(ctx context.Context, m *mongoConn) error {
		names, err = m.db.ListCollectionNames(ctx, bson.D{})
		slices.Sort(names)
		return err
	})
	return names, err
}
