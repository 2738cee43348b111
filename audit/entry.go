package audit

import "github.com/synrun/synrun/caps"

// EntryOf returns the entry that a capability set made, as records hold it:
//
//	set := caps.New(caps.Config{…, Sink: func(e caps.Entry) {
//		entry := audit.EntryOf(&e)
//		if err := call.Check(&entry); err != nil { … } // the act must not happen
//	}})
func EntryOf(e *caps.Entry) Entry {
	return Entry{Context: e.Context, Capability: e.Capability(), Granted: e.Granted, Source: e.Source,
		Reason: e.Reason, Origin: e.Origin, File: e.File, Line: e.Line}
}
