#include "textflag.h"

// func rawVfork(flags uintptr) (pid uintptr)
//
// The child runs on the stack of its parent and leaves it dirty below this
// frame, so the return address is kept in a register while it does. A negative
// result is an error number.
TEXT ·rawVfork(SB),NOSPLIT|NOFRAME,$0-16
	MOVQ flags+0(FP), DI
	XORL SI, SI
	XORL DX, DX
	XORL R10, R10
	XORL R8, R8
	MOVL $56, AX // clone
	POPQ R12
	SYSCALL
	PUSHQ R12
	MOVQ AX, pid+8(FP)
	RET

// func initText() (start, end uintptr)
TEXT ·initText(SB),NOSPLIT,$0-16
	LEAQ ·initStart(SB), AX
	MOVQ AX, start+0(FP)
	LEAQ ·initEnd(SB), AX
	MOVQ AX, end+8(FP)
	RET

// The init of a process namespace. Its code is copied into a program of its own
// (see init_linux.go) and never runs here. It buries everybody until process 2,
// the plugin's program, has ended; then it writes how that ended to descriptor 3
// and ends itself, which ends all others.
TEXT ·initStart(SB),NOSPLIT|NOFRAME,$0-0
wait:
	MOVL $61, AX // wait4(-1, status, 0, nil)
	MOVQ $-1, DI
	LEAQ -64(SP), SI
	XORL DX, DX
	XORL R10, R10
	SYSCALL
	CMPQ AX, $2
	JEQ  report
	CMPQ AX, $0
	JGT  wait
	CMPQ AX, $-4 // EINTR
	JEQ  wait
	JMP  leave
report:
	MOVL $1, AX // write(3, status, 4)
	MOVL $3, DI
	LEAQ -64(SP), SI
	MOVL $4, DX
	SYSCALL
leave:
	MOVL $231, AX // exit_group(0)
	XORL DI, DI
	SYSCALL
	JMP leave

TEXT ·initEnd(SB),NOSPLIT|NOFRAME,$0-0
	RET
