//go:build race

package cli_test

// underRace tells that the race detector is watching: then memory is not what
// it is else.
const underRace = true
