package sig

// Rows of the family crypto.
var (
	AesGcmDecrypt = Row{Name: "aes_gcm_decrypt", Family: "crypto", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "nonce"}, {Name: "ciphertext"}, {Name: "aad", Opt: true}, {Name: "fallback", Opt: true}},
		Doc:    "AES-GCM decryption; 5th = fallback"}
	AesGcmEncrypt = Row{Name: "aes_gcm_encrypt", Family: "crypto", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "nonce"}, {Name: "plaintext"}, {Name: "aad", Opt: true}},
		Doc:    "AES-GCM encryption"}
	EcdhKeypair = Row{Name: "ecdh_keypair", Family: "crypto", Status: Recognised,
		Params: []Param{{Name: "curve"}},
		Cap:    "random",
		Doc:    "ECDH key pair"}
	EcdhPublic = Row{Name: "ecdh_public", Family: "crypto", Status: Recognised,
		Params: []Param{{Name: "curve"}, {Name: "key"}},
		Doc:    "Public key of an ECDH private key"}
	EcdhSharedSecret = Row{Name: "ecdh_shared_secret", Family: "crypto", Status: Recognised,
		Params: []Param{{Name: "curve"}, {Name: "key"}, {Name: "public_key"}},
		Doc:    "ECDH shared secret"}
	HkdfSha256 = Row{Name: "hkdf_sha256", Family: "crypto", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "salt"}, {Name: "info"}, {Name: "length"}},
		Doc:    "HKDF-SHA-256"}
)

var rowsCrypto = []*Row{
	&AesGcmDecrypt,
	&AesGcmEncrypt,
	&EcdhKeypair,
	&EcdhPublic,
	&EcdhSharedSecret,
	&HkdfSha256,
}
