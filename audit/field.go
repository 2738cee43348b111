package audit

// Field names a member of a record.
type Field uint8

// The members of records, in the order of the documentation.
const (
	FieldSeq Field = iota
	FieldAt
	FieldType
	FieldCall
	FieldFormat
	FieldPlugin
	FieldTool
	FieldRunner
	FieldActor
	FieldMode
	FieldDecision
	FieldReason
	FieldCeiling
	FieldUsed
	FieldRefused
	FieldOK
	FieldExit
	FieldMS
	FieldBytes
	FieldTruncated
	FieldTimedOut
	FieldArgsMAC
	FieldWarnings
	FieldArgs
	FieldOutput
	FieldContext
	FieldCapability
	FieldFamily
	FieldScope
	FieldGranted
	FieldSource
	FieldOrigin
	FieldFile
	FieldLine
	FieldAction
	FieldName
	FieldDigest
	FieldBy
	FieldDetail
	FieldHead
	FieldSig
	FieldPrev
	FieldHash

	NumFields
)

var fieldNames = [NumFields]string{
	FieldSeq: "seq", FieldAt: "at", FieldType: "type", FieldCall: "call", FieldFormat: "format", FieldPlugin: "plugin", FieldTool: "tool",
	FieldRunner: "runner", FieldActor: "actor", FieldMode: "mode", FieldDecision: "decision", FieldReason: "reason", FieldCeiling: "ceiling",
	FieldUsed: "used", FieldRefused: "refused", FieldOK: "ok", FieldExit: "exit", FieldMS: "ms", FieldBytes: "bytes", FieldTruncated: "truncated",
	FieldTimedOut: "timed_out", FieldArgsMAC: "args_mac", FieldWarnings: "warnings", FieldArgs: "args", FieldOutput: "output", FieldContext: "context",
	FieldCapability: "capability", FieldFamily: "family", FieldScope: "scope", FieldGranted: "granted", FieldSource: "source",
	FieldOrigin: "origin", FieldFile: "file", FieldLine: "line", FieldAction: "action", FieldName: "name", FieldDigest: "digest", FieldBy: "by",
	FieldDetail: "detail", FieldHead: "head", FieldSig: "sig", FieldPrev: "prev", FieldHash: "hash",
}

// String returns the name of the member.
func (f Field) String() string { return fieldNames[f] }

// fieldOf finds a member by its name. The compiler turns the switch into a
// search by length and content, which no map is as fast as.
func fieldOf(name []byte) (Field, bool) {
	switch string(name) {
	case "seq":
		return FieldSeq, true
	case "at", "ts": // the stream of synsema run --audit says ts
		return FieldAt, true
	case "type":
		return FieldType, true
	case "call":
		return FieldCall, true
	case "format":
		return FieldFormat, true
	case "plugin":
		return FieldPlugin, true
	case "tool":
		return FieldTool, true
	case "runner":
		return FieldRunner, true
	case "actor":
		return FieldActor, true
	case "mode":
		return FieldMode, true
	case "decision":
		return FieldDecision, true
	case "reason":
		return FieldReason, true
	case "ceiling":
		return FieldCeiling, true
	case "used":
		return FieldUsed, true
	case "refused":
		return FieldRefused, true
	case "ok":
		return FieldOK, true
	case "exit":
		return FieldExit, true
	case "ms":
		return FieldMS, true
	case "bytes":
		return FieldBytes, true
	case "truncated":
		return FieldTruncated, true
	case "timed_out":
		return FieldTimedOut, true
	case "args_mac":
		return FieldArgsMAC, true
	case "warnings":
		return FieldWarnings, true
	case "args":
		return FieldArgs, true
	case "output":
		return FieldOutput, true
	case "context":
		return FieldContext, true
	case "capability":
		return FieldCapability, true
	case "family":
		return FieldFamily, true
	case "scope":
		return FieldScope, true
	case "granted":
		return FieldGranted, true
	case "source":
		return FieldSource, true
	case "origin":
		return FieldOrigin, true
	case "file":
		return FieldFile, true
	case "line":
		return FieldLine, true
	case "action":
		return FieldAction, true
	case "name":
		return FieldName, true
	case "digest":
		return FieldDigest, true
	case "by":
		return FieldBy, true
	case "detail":
		return FieldDetail, true
	case "head":
		return FieldHead, true
	case "sig":
		return FieldSig, true
	case "prev":
		return FieldPrev, true
	case "hash":
		return FieldHash, true
	}
	return 0, false
}
