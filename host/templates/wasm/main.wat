;; The source of main.wasm: wat2wasm main.wat -o main.wasm
;; Any compiler for WASI preview 1 will do instead, such as
;; GOOS=wasip1 GOARCH=wasm go build -o main.wasm
(module
  (import "wasi_snapshot_preview1" "fd_write"
    (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 8) "Hello, world!\n")
  (func (export "_start")
    ;; One buffer: address 8, length 14, described at address 0.
    (i32.store (i32.const 0) (i32.const 8))
    (i32.store (i32.const 4) (i32.const 14))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 24)))))
