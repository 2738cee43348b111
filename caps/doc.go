// Package caps is the authority model of the runtime as pure logic: which
// capabilities exist, when one covers another, what a program may do under
// the ceilings of its host, and how each decision is worded. It performs no
// input or output, reads no clock and no environment, and imports nothing of
// this module.
//
// # Vocabulary
//
// A capability is a [Kind] with an optional scope: file.read with the scope
// "data/*". It occurs in two roles:
//
//   - An [Item] is a capability that somebody wrote: a grant made by `require`,
//     an element of a ceiling, a denial. "*" and "?" in its scope are wildcards.
//     Its scope is compiled once, when the item is built.
//   - A [Request] is a capability that an operation asks for. Its scope is
//     canonical, "*" and "?" in it are plain characters. [Item.Request] turns an
//     item into a request, for questions such as "may this pattern be granted
//     under that ceiling"; then its wildcards must be matched by wildcards.
//
// [Item.Covers] is the only covering rule. Grants, ceilings, denials, delegated
// ceilings and intersections all use it.
//
// A [List] is a ceiling: an immutable list of items. A nil *List means that
// there is no ceiling at all, which is not the same as an empty list: that one
// covers nothing.
//
// A [Set] is the authority of one interpreter: grants under ceilings. In fixed
// mode (see [Config].Fixed) the ceiling is at the same time what is granted;
// that is the mode for processes and WebAssembly modules, which never say
// `require`.
//
// Items and requests are built through a [Platform], which knows the home
// directory and whether path comparison folds case.
//
// # Deciding
//
//	d := set.Decide(req)       // silent
//	if d.Granted && ... {      // tests that need the file system
//		d = d.Refuse(caps.ByLink)
//	}
//	set.Record(d, at)          // one Entry for the record
//	if !d.Granted {
//		return errors.New(d.Message())
//	}
//
// [Set.Check] is Decide and Record in one step. What the file system or the
// resolver must add is asked for layer by layer with [Set.Within] (symbolic
// links) and [Set.NamesHost] (private addresses).
//
// # Concurrency
//
// Platform, Item, Request, List and Ceiling are immutable and may be shared. A
// Set belongs to one interpreter and is not safe for concurrent use; children
// of it ([Set.Worker], [Set.Agent]) share only immutable values with it.
package caps
