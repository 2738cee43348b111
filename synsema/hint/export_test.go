package hint

// AllElsewhere is the table of Elsewhere.
func AllElsewhere() map[string]string { return elsewhere() }
