package moment

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/synrun/synrun/runtime/value"
)

const (
	daySeconds = 86400
	second     = int64(time.Second)
	dayNanos   = daySeconds * second
)

// The first and last day, as days from 1970-01-01.
var (
	minDay = dayOf(1, 1, 1)
	maxDay = dayOf(9999, 12, 31)
)

// errRange is the error of a time beyond the years 1 to 9999.
func errRange() error         { return value.NewError("date out of range") }
func errDurationRange() error { return value.NewError("duration out of range") }

// dayOf counts days from 1970-01-01; the parts may be beyond their ranges.
func dayOf(y, m, d int) int64 {
	return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Unix() / daySeconds
}

func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// Date is a civil day, counted from 1970-01-01.
type Date struct{ day int64 }

// MakeDate gives a date of the calendar; ok is false when there is none.
func MakeDate(y, m, d int) (Date, bool) {
	if y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return Date{}, false
	}
	return Date{dayOf(y, m, d)}, true
}

func daysIn(y, m int) int {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// civil splits a date.
func (d Date) civil() (y, m, day int) {
	yy, mm, dd := d.utc().Date()
	return yy, int(mm), dd
}

func (d Date) utc() time.Time { return time.Unix(d.day*daySeconds, 0).UTC() }

// addDays moves by days.
func (d Date) addDays(n int64) (Date, error) {
	if n > 4_000_000 || n < -4_000_000 {
		return d, errRange()
	}
	d.day += n
	if d.day < minDay || d.day > maxDay {
		return d, errRange()
	}
	return d, nil
}

// addMonths moves by months, to the last day of a shorter month.
func (d Date) addMonths(n int64) (Date, error) {
	if n > 200_000 || n < -200_000 {
		return d, errRange()
	}
	y, m, day := d.civil()
	years, month := floorDiv(int64(m-1)+n, 12)
	y += int(years)
	m = int(month) + 1
	if y < 1 || y > 9999 {
		return d, errRange()
	}
	return Date{dayOf(y, m, min(day, daysIn(y, m)))}, nil
}

// Value of the date.
func (d Date) Value() value.Value { return value.OfObject(d) }

// TypeName is what type_of gives.
func (Date) TypeName() string { return "date" }

// Truth of a date is true.
func (Date) Truth() bool { return true }

// Display is YYYY-MM-DD.
func (d Date) Display() string {
	y, m, day := d.civil()
	return fmt.Sprintf("%04d-%02d-%02d", y, m, day)
}

// Key is the same for equal dates.
func (d Date) Key() string { return "d" + strconv.FormatInt(d.day, 10) }

// Equal is the same day.
func (d Date) Equal(other value.Value) bool {
	e, ok := value.ObjectOf[Date](other)
	return ok && d == e
}

// Compare orders two dates.
func (d Date) Compare(other value.Value) (int, bool, error) {
	if e, ok := value.ObjectOf[Date](other); ok {
		return compare(d.day, e.day), true, nil
	}
	return noOrder(d, other)
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// noOrder words why a time is not ordered with another value: two kinds of
// time have a text of their own, and so may the other value.
func noOrder(o value.Object, other value.Value) (int, bool, error) {
	switch value.TypeName(other) {
	case "date", "datetime", "duration":
		return 0, false, value.Errorf("cannot order a %s and a %s", o.TypeName(), value.TypeName(other))
	}
	if p, ok := value.ObjectOf[value.Ordered](other); ok {
		return p.Compare(o.(interface{ Value() value.Value }).Value())
	}
	return 0, false, nil
}

// Binary computes date ± duration and date - date.
func (d Date) Binary(_ value.Thread, op value.Op, other value.Value, flipped bool) (value.Value, bool, error) {
	if n, ok := value.ObjectOf[Duration](other); ok && (op == value.Add || op == value.Sub && !flipped) {
		if op == value.Sub {
			n = -n
		}
		if int64(n)%dayNanos != 0 {
			return value.Value{}, false, value.NewError("a date moves by whole days — use a datetime for hours and minutes: datetime(d, tz) + duration(hours = …)")
		}
		e, err := d.addDays(int64(n) / dayNanos)
		return e.Value(), err == nil, err
	}
	if e, ok := value.ObjectOf[Date](other); ok && op == value.Sub && !flipped {
		days := d.day - e.day
		if days > math.MaxInt64/dayNanos || days < -math.MaxInt64/dayNanos {
			return value.Value{}, false, errDurationRange()
		}
		return Duration(days * dayNanos).Value(), true, nil
	}
	return value.Value{}, false, nil
}

// Datetime is an instant with a zone.
type Datetime struct {
	sec  int64 // from 1970-01-01 UTC
	nano int64 // 0 to 999999999
	zone *Zone
}

// NewDatetime makes an instant; it is out of range within a day of the ends.
func NewDatetime(sec, nano int64, z *Zone) (Datetime, error) {
	if sec < (minDay+1)*daySeconds || sec >= maxDay*daySeconds {
		return Datetime{}, errRange()
	}
	return Datetime{sec, nano, z}, nil
}

// FromTime makes a UTC instant of a Go time.
func FromTime(t time.Time) (Datetime, error) {
	return NewDatetime(t.Unix(), int64(t.Nanosecond()), UTC)
}

// FromSeconds makes an instant of a Unix timestamp, its exact value rounded
// to nanoseconds.
func FromSeconds(v value.Value, z *Zone) (Datetime, error) {
	if v.IsInt() {
		return NewDatetime(v.Int(), 0, z)
	}
	r, ok := exact(v)
	if !ok {
		return Datetime{}, errRange()
	}
	n := roundRat(r.Mul(r, big.NewRat(second, 1)))
	q, rem := new(big.Int).DivMod(n, big.NewInt(second), new(big.Int))
	if !q.IsInt64() {
		return Datetime{}, errRange()
	}
	return NewDatetime(q.Int64(), rem.Int64(), z)
}

// exact gives a number as a rational; nan and infinities are none.
func exact(v value.Value) (*big.Rat, bool) {
	switch v.Kind() {
	case value.KInt, value.KBig:
		return new(big.Rat).SetInt(v.BigInt()), true
	case value.KDecimal:
		d := v.Decimal()
		return new(big.Rat).SetFrac(d.Mant(), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Scale())), nil)), true
	}
	r := new(big.Rat).SetFloat64(v.Float())
	return r, r != nil
}

// roundRat rounds to the nearest integer, ties to even.
func roundRat(r *big.Rat) *big.Int {
	q, rem := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int)) // floor
	switch c := rem.Lsh(rem, 1).Cmp(r.Denom()); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	return q
}

// StartOfDay is the first moment of a day in a zone.
func (d Date) StartOfDay(z *Zone) (Datetime, error) {
	return atLocal(d.day*daySeconds, 0, z, choice{forward: true, keep: noOffset})
}

// atLocal makes an instant of a local time; a skipped one must be allowed to
// move forward.
func atLocal(local, nano int64, z *Zone, c choice) (Datetime, error) {
	sec, _ := z.resolve(local, c)
	return NewDatetime(sec, nano, z)
}

// gap is the error of a local time that the clock skips.
func gap(fn string, local, nano int64, z *Zone) error {
	return value.Errorf("%s: %s%s does not exist in %s (it falls in a daylight-saving gap)",
		fn, time.Unix(local, 0).UTC().Format("2006-01-02 15:04:05"), fraction(nano), z.name)
}

// local is the wall clock of the datetime, as if it were UTC.
func (t Datetime) local() int64 { return t.sec + int64(t.zone.offsetAt(t.sec)) }

// Date is the civil day in the zone.
func (t Datetime) Date() Date {
	day, _ := floorDiv(t.local(), daySeconds)
	return Date{day}
}

// In is the same instant in another zone.
func (t Datetime) In(z *Zone) Datetime { t.zone = z; return t }

// Timestamp is the nearest float of the Unix seconds.
func (t Datetime) Timestamp() float64 {
	if t.nano == 0 {
		return float64(t.sec)
	}
	n := new(big.Int).Mul(big.NewInt(t.sec), big.NewInt(second))
	f, _ := new(big.Rat).SetFrac(n.Add(n, big.NewInt(t.nano)), big.NewInt(second)).Float64()
	return f
}

// Value of the datetime.
func (t Datetime) Value() value.Value { return value.OfObject(t) }

// TypeName is what type_of gives.
func (Datetime) TypeName() string { return "datetime" }

// Truth of a datetime is true.
func (Datetime) Truth() bool { return true }

// Display is the ISO text with the offset and the name of an IANA zone.
func (t Datetime) Display() string {
	offset := t.zone.offsetAt(t.sec)
	b := time.Unix(t.sec+int64(offset), 0).UTC().AppendFormat(nil, "2006-01-02T15:04:05")
	b = append(b, fraction(t.nano)...)
	if t.zone == UTC {
		return string(append(b, 'Z'))
	}
	b = append(b, offsetText(offset, true)...)
	if t.zone.loc != nil {
		b = append(append(append(b, '['), t.zone.name...), ']')
	}
	return string(b)
}

// fraction is nothing, or a point and 3, 6 or 9 digits.
func fraction(nano int64) string {
	switch {
	case nano == 0:
		return ""
	case nano%1_000_000 == 0:
		return fmt.Sprintf(".%03d", nano/1_000_000)
	case nano%1000 == 0:
		return fmt.Sprintf(".%06d", nano/1000)
	}
	return fmt.Sprintf(".%09d", nano)
}

// Key is the same for equal instants, whatever their zones.
func (t Datetime) Key() string {
	return "t" + strconv.FormatInt(t.sec, 10) + "." + strconv.FormatInt(t.nano, 10)
}

// Equal is the same instant.
func (t Datetime) Equal(other value.Value) bool {
	u, ok := value.ObjectOf[Datetime](other)
	return ok && t.sec == u.sec && t.nano == u.nano
}

// Compare orders two instants.
func (t Datetime) Compare(other value.Value) (int, bool, error) {
	if u, ok := value.ObjectOf[Datetime](other); ok {
		return t.compare(u), true, nil
	}
	return noOrder(t, other)
}

func (t Datetime) compare(u Datetime) int {
	if c := compare(t.sec, u.sec); c != 0 {
		return c
	}
	return compare(t.nano, u.nano)
}

// Binary computes datetime ± duration and datetime - datetime.
func (t Datetime) Binary(_ value.Thread, op value.Op, other value.Value, flipped bool) (value.Value, bool, error) {
	if n, ok := value.ObjectOf[Duration](other); ok && (op == value.Add || op == value.Sub && !flipped) {
		u, err := t.elapse(n, op == value.Sub)
		return u.Value(), err == nil, err
	}
	if u, ok := value.ObjectOf[Datetime](other); ok && op == value.Sub && !flipped {
		n := new(big.Int).Mul(big.NewInt(t.sec-u.sec), big.NewInt(second))
		n.Add(n, big.NewInt(t.nano-u.nano))
		d, err := durationOf(n)
		return d.Value(), err == nil, err
	}
	return value.Value{}, false, nil
}

// elapse moves by a duration, back if asked to.
func (t Datetime) elapse(n Duration, back bool) (Datetime, error) {
	s, ns := floorDiv(int64(n), second)
	if back {
		s, ns = -s, -ns
	}
	carry, nano := floorDiv(t.nano+ns, second)
	return NewDatetime(t.sec+s+carry, nano, t.zone)
}
