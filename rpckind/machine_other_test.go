//go:build unix && !linux

package rpckind_test

func onMachine() {}
