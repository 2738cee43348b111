package sig

// Rows of the family webauth.
var (
	EcdsaP256Sign = Row{Name: "ecdsa_p256_sign", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "key"}},
		Doc:    "ECDSA P-256 signature"}
	EcdsaP256Verify = Row{Name: "ecdsa_p256_verify", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "signature"}, {Name: "public_key"}},
		Doc:    "Verify an ECDSA P-256 signature"}
	JwtSign = Row{Name: "jwt_sign", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "claims"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Sign a JWT"}
	JwtVerify = Row{Name: "jwt_verify", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "token"}, {Name: "key"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Verify a JWT"}
	PasswordHash = Row{Name: "password_hash", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "password"}},
		Doc:    "Argon2id PHC text"}
	PasswordVerify = Row{Name: "password_verify", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "password"}, {Name: "hash"}},
		Doc:    "Check a password"}
	RsaSignSha256 = Row{Name: "rsa_sign_sha256", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "key"}},
		Doc:    "RSA PKCS#1 v1.5 signature"}
	RsaVerifySha256 = Row{Name: "rsa_verify_sha256", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "signature"}, {Name: "public_key"}},
		Doc:    "Verify an RSA signature"}
	Totp = Row{Name: "totp", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "secret"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Time-based code"}
	TotpVerify = Row{Name: "totp_verify", Family: "webauth", Status: Recognised,
		Params: []Param{{Name: "code"}, {Name: "secret"}, {Name: "options", Opt: true}},
		Cap:    "time",
		Doc:    "Check a time-based code"}
)

var rowsWebauth = []*Row{
	&EcdsaP256Sign,
	&EcdsaP256Verify,
	&JwtSign,
	&JwtVerify,
	&PasswordHash,
	&PasswordVerify,
	&RsaSignSha256,
	&RsaVerifySha256,
	&Totp,
	&TotpVerify,
}
