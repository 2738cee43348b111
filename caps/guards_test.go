package caps

import "testing"

// TestACommaStaysInItsScope: a scope with a comma would be read back as two
// items, so it has no text form.
func TestACommaStaysInItsScope(t *testing.T) {
	l := NewList(unix.Item(FileRead, "a,exec"))
	if text, err := l.Text(); err == nil {
		t.Errorf("%q", text)
	}
	if l.Allows(unix.Request(Exec, "sh")) || l.Allows(unix.Request(FileRead, "a")) || !l.Allows(unix.Request(FileRead, "a,exec")) {
		t.Error("the comma ended the scope")
	}
}
