//go:build !unix

package wasmkind

import esys "github.com/tetratelabs/wazero/experimental/sys"

func setAppend(*openFile, bool) esys.Errno { return esys.ENOSYS }
