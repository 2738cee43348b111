// Package audit keeps the record: what plugins asked for, what was granted
// and what was refused, which calls were made and what people changed.
//
// # Writing
//
// A [Log] is the record of one workspace. A host opens it once, begins a
// [Call] for every tool call and hands the call to the gate, which reports each
// capability check with [Call.Check]; [Call.End] writes the call's own record
// and returns only when everything the call did is in the file:
//
//	log, err := audit.Open(audit.Options{Home: home, Workspace: dir})
//	call := log.Begin(audit.CallID{Call: audit.NewCallID(), Format: "plugin", Plugin: "wordcount", Tool: "count"})
//	err = call.Check(&audit.Entry{Context: "program", Capability: `net("api.test")`, Granted: true, …})
//	…
//	err = call.End(&audit.Outcome{Runner: "syn", Actor: "user", Decision: "allow", OK: true})
//	err = log.Close()
//
// An error of Check, End or [Log.Manage] means that the record could not be
// written, and with that the act must not happen: see [WriteError].
//
// # The file
//
// Records are lines of canonical JSON (RFC 8785), each holding the SHA-256 of
// the one before it in prev. Its own hash is that of the line without the
// member hash, which stands last, so a line can be checked with any tool:
//
//	sed -n 7p FILE | sed 's/,"hash":"[0-9a-f]*"}$/}/' | tr -d '\n' | sha256sum
//
// A checkpoint signs the hash of the record before it: sig is the ed25519
// signature, in hex, of the 64 characters of head under the key whose public
// half is in <home>/keys/audit.pub. See [Log] for how many processes share a
// file, and [Verify] for what the chain proves.
//
// # Other records
//
// [Stream] is the plain stream of `synsema run --audit`, [RevealLog] the
// persistent log of revealed secrets. Neither is chained.
//
// # Reading
//
// A [Source] is the record of a workspace over all its files, or one file; it is
// scanned from either end and followed. [Verify] checks the chain, [Prune]
// shortens it and [Repair] puts aside what a crash left. Filters, expressions, tables and summaries, all that `synrun
// audit` shows, are in the package audit/query.
package audit
