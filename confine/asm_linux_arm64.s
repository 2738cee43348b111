#include "textflag.h"

// func rawVfork(flags uintptr) (pid uintptr)
//
// The child runs on the stack of its parent; the return address is in a
// register. A negative result is an error number.
TEXT ·rawVfork(SB),NOSPLIT|NOFRAME,$0-16
	MOVD flags+0(FP), R0
	MOVD $0, R1
	MOVD $0, R2
	MOVD $0, R3
	MOVD $0, R4
	MOVD $220, R8 // clone
	SVC
	MOVD R0, pid+8(FP)
	RET

// func initText() (start, end uintptr)
TEXT ·initText(SB),NOSPLIT|NOFRAME,$0-16
	MOVD $·initStart(SB), R0
	MOVD R0, start+0(FP)
	MOVD $·initEnd(SB), R0
	MOVD R0, end+8(FP)
	RET

// The init of a process namespace; see asm_linux_amd64.s.
TEXT ·initStart(SB),NOSPLIT|NOFRAME,$0-0
wait:
	MOVD $260, R8 // wait4(-1, status, 0, nil)
	MOVD $-1, R0
	SUB  $64, RSP, R1
	MOVD $0, R2
	MOVD $0, R3
	SVC
	CMP  $2, R0
	BEQ  report
	CMP  $0, R0
	BGT  wait
	CMN  $4, R0 // EINTR
	BEQ  wait
	B    leave
report:
	MOVD $64, R8 // write(3, status, 4)
	MOVD $3, R0
	SUB  $64, RSP, R1
	MOVD $4, R2
	SVC
leave:
	MOVD $94, R8 // exit_group(0)
	MOVD $0, R0
	SVC
	B leave

TEXT ·initEnd(SB),NOSPLIT|NOFRAME,$0-0
	RET
