package rpckind_test

import "github.com/synrun/synrun/internal/poor"

func onMachine() { poor.Main() }
