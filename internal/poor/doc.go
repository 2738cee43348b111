// Package poor lets tests of sandboxes run on machines that lack what this one
// has, and as users who may do less than whoever runs the tests.
package poor
