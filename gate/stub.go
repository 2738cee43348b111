package gate
type connections struct{}
func (*connections) closeAll() {}
