package sig

// Rows of the family blockchain.
var (
	AbiDecode = Row{Name: "abi_decode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "types"}, {Name: "data"}, {Name: "fallback", Opt: true}},
		Doc:    "ABI decoding; 3rd = fallback"}
	AbiDecodeLog = Row{Name: "abi_decode_log", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "event"}, {Name: "log"}, {Name: "fallback", Opt: true}},
		Doc:    "Decode an event log; 3rd = fallback"}
	AbiEncode = Row{Name: "abi_encode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "types"}, {Name: "values"}},
		Doc:    "ABI encoding"}
	AbiEventTopic = Row{Name: "abi_event_topic", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "event"}},
		Doc:    "Event topic"}
	AbiSelector = Row{Name: "abi_selector", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "signature"}},
		Doc:    "Function selector"}
	AlgoAddress = Row{Name: "algo_address", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "public_key"}},
		Renamed: "algorand_address",
		Doc:     "Deprecated alias of algorand_address"}
	AlgorandAccount = Row{Name: "algorand_account", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "address"}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "Account information"}
	AlgorandAddress = Row{Name: "algorand_address", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "public_key"}},
		Doc:    "Address text"}
	AlgorandMnemonic = Row{Name: "algorand_mnemonic", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "key"}},
		Cap:    "wallet",
		Doc:    "25-word mnemonic"}
	AlgorandMnemonicToKey = Row{Name: "algorand_mnemonic_to_key", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "mnemonic"}, {Name: "options", Opt: true}},
		Cap:    "wallet",
		Doc:    "Key from a mnemonic"}
	AlgorandParams = Row{Name: "algorand_params", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "Suggested parameters"}
	AlgorandSend = Row{Name: "algorand_send", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "raw"}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "Broadcast"}
	AlgorandTx = Row{Name: "algorand_tx", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "fields"}, {Name: "params", Opt: true}},
		Doc:    "Bytes to sign"}
	AlgorandTxEncode = Row{Name: "algorand_tx_encode", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "fields"}, {Name: "params", Opt: true}},
		Renamed: "algorand_tx",
		Doc:     "Deprecated alias of algorand_tx"}
	AlgorandTxRaw = Row{Name: "algorand_tx_raw", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "tx"}, {Name: "signature"}},
		Doc:    "Signed transaction"}
	AlgorandWait = Row{Name: "algorand_wait", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "id"}, {Name: "timeout", Opt: true}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "Wait for confirmation"}
	Bech32Decode = Row{Name: "bech32_decode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "text"}, {Name: "fallback", Opt: true}},
		Doc:    "Decode bech32; 2nd = fallback"}
	Bech32Encode = Row{Name: "bech32_encode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "prefix"}, {Name: "data"}, {Name: "variant", Opt: true}},
		Doc:    "Bech32 text"}
	BtcAddress = Row{Name: "btc_address", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "public_key"}, {Name: "kind", Opt: true}, {Name: "network", Opt: true}},
		Doc:    "Bitcoin address"}
	BtcAddressDecode = Row{Name: "btc_address_decode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "address"}},
		Doc:    "Decode an address"}
	BtcBalance = Row{Name: "btc_balance", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "address"}},
		Cap:    "net",
		Doc:    "Balance"}
	BtcFeeEstimates = Row{Name: "btc_fee_estimates", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}},
		Cap:    "net",
		Doc:    "Fee estimates"}
	BtcRpc = Row{Name: "btc_rpc", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "method"}, {Name: "params", Opt: true}, {Name: "options", Opt: true}},
		Cap:    "net",
		Doc:    "Node JSON-RPC call"}
	BtcScript = Row{Name: "btc_script", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "address"}},
		Doc:    "Script of an address"}
	BtcSend = Row{Name: "btc_send", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "raw"}},
		Cap:    "net",
		Doc:    "Broadcast"}
	BtcTx = Row{Name: "btc_tx", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "fields"}},
		Doc:    "Build a transaction"}
	BtcTxRaw = Row{Name: "btc_tx_raw", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "tx"}, {Name: "signatures"}},
		Doc:    "Assemble a signed transaction"}
	BtcTxid = Row{Name: "btc_txid", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "raw"}},
		Doc:    "Transaction id"}
	BtcUtxos = Row{Name: "btc_utxos", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "address"}},
		Cap:    "net",
		Doc:    "Unspent outputs"}
	BtcWait = Row{Name: "btc_wait", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "id"}, {Name: "confirmations", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "Wait for confirmations"}
	Ed25519Pubkey = Row{Name: "ed25519_pubkey", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "key"}},
		Doc:    "Ed25519 public key"}
	Ed25519Sign = Row{Name: "ed25519_sign", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "key"}},
		Cap:    "sign",
		Doc:    "Ed25519 signature"}
	Ed25519Verify = Row{Name: "ed25519_verify", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "signature"}, {Name: "public_key"}},
		Doc:    "Verify an ed25519 signature"}
	Eip191Digest = Row{Name: "eip191_digest", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "message"}},
		Doc:    "Personal message digest"}
	Eip712Digest = Row{Name: "eip712_digest", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "domain"}, {Name: "types"}, {Name: "primary_type"}, {Name: "message"}},
		Doc:    "Typed data digest"}
	EthAddress = Row{Name: "eth_address", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "public_key"}},
		Renamed: "evm_address",
		Doc:     "Deprecated alias of evm_address"}
	EthBalance = Row{Name: "eth_balance", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "address"}, {Name: "block", Opt: true}},
		Cap:     "net",
		Renamed: "evm_balance",
		Doc:     "Deprecated alias of evm_balance"}
	EthCall = Row{Name: "eth_call", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "call"}, {Name: "block", Opt: true}},
		Cap:     "net",
		Renamed: "evm_call",
		Doc:     "Deprecated alias of evm_call"}
	EthChainId = Row{Name: "eth_chain_id", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}},
		Cap:     "net",
		Renamed: "evm_chain_id",
		Doc:     "Deprecated alias of evm_chain_id"}
	EthEstimateGas = Row{Name: "eth_estimate_gas", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "call"}, {Name: "block", Opt: true}},
		Cap:     "net",
		Renamed: "evm_estimate_gas",
		Doc:     "Deprecated alias of evm_estimate_gas"}
	EthFeeHistory = Row{Name: "eth_fee_history", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "blocks", Opt: true}, {Name: "percentiles", Opt: true}},
		Cap:     "net",
		Renamed: "evm_fee_history",
		Doc:     "Deprecated alias of evm_fee_history"}
	EthGasPrice = Row{Name: "eth_gas_price", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}},
		Cap:     "net",
		Renamed: "evm_gas_price",
		Doc:     "Deprecated alias of evm_gas_price"}
	EthNonce = Row{Name: "eth_nonce", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "address"}, {Name: "block", Opt: true}},
		Cap:     "net",
		Renamed: "evm_nonce",
		Doc:     "Deprecated alias of evm_nonce"}
	EthReceipt = Row{Name: "eth_receipt", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "hash"}},
		Cap:     "net",
		Renamed: "evm_receipt",
		Doc:     "Deprecated alias of evm_receipt"}
	EthRpc = Row{Name: "eth_rpc", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "method"}, {Name: "params", Opt: true}},
		Cap:     "net",
		Renamed: "evm_rpc",
		Doc:     "Deprecated alias of evm_rpc"}
	EthSendRaw = Row{Name: "eth_send_raw", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "raw"}},
		Cap:     "net",
		Renamed: "evm_send",
		Doc:     "Deprecated alias of evm_send"}
	EthWaitReceipt = Row{Name: "eth_wait_receipt", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "hash"}, {Name: "confirmations", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Renamed: "evm_wait",
		Doc:     "Deprecated alias of evm_wait"}
	EvmAddress = Row{Name: "evm_address", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "public_key"}},
		Doc:    "Checksummed address"}
	EvmBalance = Row{Name: "evm_balance", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "address"}, {Name: "block", Opt: true}},
		Cap:    "net",
		Doc:    "Account balance"}
	EvmBlockNumber = Row{Name: "evm_block_number", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}},
		Cap:    "net",
		Doc:    "Block number"}
	EvmCall = Row{Name: "evm_call", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "call"}, {Name: "block", Opt: true}},
		Cap:    "net",
		Doc:    "Read-only call"}
	EvmChainId = Row{Name: "evm_chain_id", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}},
		Cap:    "net",
		Doc:    "Chain id"}
	EvmCreate2Address = Row{Name: "evm_create2_address", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "deployer"}, {Name: "salt"}, {Name: "code_hash"}},
		Doc:    "CREATE2 address"}
	EvmCreateAddress = Row{Name: "evm_create_address", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "deployer"}, {Name: "nonce"}},
		Doc:    "CREATE address"}
	EvmEstimateGas = Row{Name: "evm_estimate_gas", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "call"}, {Name: "block", Opt: true}},
		Cap:    "net",
		Doc:    "Gas estimate"}
	EvmFeeHistory = Row{Name: "evm_fee_history", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "blocks", Opt: true}, {Name: "percentiles", Opt: true}, {Name: "newest", Opt: true}},
		Cap:    "net",
		Doc:    "Fee history"}
	EvmGasPrice = Row{Name: "evm_gas_price", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}},
		Cap:    "net",
		Doc:    "Gas price"}
	EvmLogs = Row{Name: "evm_logs", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "filter"}},
		Cap:    "net",
		Doc:    "Event logs"}
	EvmNonce = Row{Name: "evm_nonce", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "address"}, {Name: "block", Opt: true}},
		Cap:    "net",
		Doc:    "Account nonce"}
	EvmReceipt = Row{Name: "evm_receipt", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "hash"}},
		Cap:    "net",
		Doc:    "Transaction receipt"}
	EvmRpc = Row{Name: "evm_rpc", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "method"}, {Name: "params", Opt: true}},
		Cap:    "net",
		Doc:    "Node JSON-RPC call"}
	EvmSend = Row{Name: "evm_send", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "raw"}},
		Cap:    "net",
		Doc:    "Broadcast"}
	EvmSignature = Row{Name: "evm_signature", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "signature"}},
		Doc:    "Signature with v 27/28"}
	EvmTx = Row{Name: "evm_tx", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "fields"}},
		Doc:    "Build an EIP-1559 transaction"}
	EvmTxCreate = Row{Name: "evm_tx_create", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "fields"}},
		Doc:    "Build a contract creation"}
	EvmTxRaw = Row{Name: "evm_tx_raw", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "tx"}, {Name: "signature"}},
		Doc:    "Assemble a signed transaction"}
	EvmWait = Row{Name: "evm_wait", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "hash"}, {Name: "confirmations", Opt: true}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "Wait for confirmations"}
	Hash160 = Row{Name: "hash160", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "data"}},
		Doc:    "Ripemd160 of sha256"}
	HdDerive = Row{Name: "hd_derive", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "seed"}, {Name: "path"}, {Name: "curve", Opt: true}, {Name: "options", Opt: true}},
		Cap:    "wallet",
		Doc:    "Derived key"}
	KeystoreExport = Row{Name: "keystore_export", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "password"}, {Name: "options", Opt: true}},
		Cap:    "wallet",
		Doc:    "Export a V3 keystore"}
	KeystoreImport = Row{Name: "keystore_import", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "keystore"}, {Name: "password"}, {Name: "options", Opt: true}},
		Cap:    "wallet",
		Doc:    "Import a V3 keystore"}
	MnemonicFromEntropy = Row{Name: "mnemonic_from_entropy", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "entropy"}, {Name: "language", Opt: true}},
		Cap:    "wallet",
		Doc:    "Mnemonic from entropy"}
	MnemonicGenerate = Row{Name: "mnemonic_generate", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "words", Opt: true}, {Name: "language", Opt: true}},
		Cap:    "wallet",
		Doc:    "BIP-39 mnemonic"}
	MnemonicToEntropy = Row{Name: "mnemonic_to_entropy", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "mnemonic"}},
		Cap:    "wallet",
		Doc:    "Entropy of a mnemonic"}
	MnemonicToSeed = Row{Name: "mnemonic_to_seed", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "mnemonic"}, {Name: "passphrase", Opt: true}},
		Cap:    "wallet",
		Doc:    "Seed from a mnemonic"}
	PsbtDecode = Row{Name: "psbt_decode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "psbt"}, {Name: "options", Opt: true}},
		Doc:    "Decode a PSBT"}
	PsbtEncode = Row{Name: "psbt_encode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "tx"}},
		Doc:    "Unsigned PSBT"}
	PsbtFinalize = Row{Name: "psbt_finalize", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "psbt"}},
		Doc:    "Transaction from a signed PSBT"}
	RlpDecode = Row{Name: "rlp_decode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "data"}, {Name: "fallback", Opt: true}},
		Doc:    "Value from RLP; 2nd = fallback"}
	RlpEncode = Row{Name: "rlp_encode", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "value"}},
		Doc:    "RLP bytes"}
	SchnorrPubkey = Row{Name: "schnorr_pubkey", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "key"}},
		Doc:    "X-only public key"}
	SchnorrSign = Row{Name: "schnorr_sign", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "key"}, {Name: "aux", Opt: true}},
		Cap:    "sign",
		Doc:    "BIP-340 signature"}
	SchnorrVerify = Row{Name: "schnorr_verify", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "signature"}, {Name: "public_key"}},
		Doc:    "Verify a BIP-340 signature"}
	Secp256k1Pubkey = Row{Name: "secp256k1_pubkey", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "key"}, {Name: "compressed", Opt: true}},
		Doc:    "Public key of a secret"}
	Secp256k1Recover = Row{Name: "secp256k1_recover", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "digest"}, {Name: "signature"}},
		Doc:    "Recover the public key"}
	Secp256k1Sign = Row{Name: "secp256k1_sign", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "digest"}, {Name: "key"}},
		Cap:    "sign",
		Doc:    "Secp256k1 signature"}
	Secp256k1Verify = Row{Name: "secp256k1_verify", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "digest"}, {Name: "signature"}, {Name: "public_key"}},
		Doc:    "Verify a secp256k1 signature"}
	SolanaBalance = Row{Name: "solana_balance", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "address"}},
		Cap:    "net",
		Doc:    "Account balance"}
	SolanaConfirm = Row{Name: "solana_confirm", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "url"}, {Name: "signature"}, {Name: "timeout", Opt: true}},
		Cap:     "net",
		Renamed: "solana_wait",
		Doc:     "Deprecated alias of solana_wait"}
	SolanaLatestBlockhash = Row{Name: "solana_latest_blockhash", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}},
		Cap:    "net",
		Doc:    "Latest block hash"}
	SolanaMessage = Row{Name: "solana_message", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "instructions"}, {Name: "options", Opt: true}},
		Renamed: "solana_tx",
		Doc:     "Deprecated alias of solana_tx"}
	SolanaPda = Row{Name: "solana_pda", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "program"}, {Name: "seeds"}},
		Doc:    "Program derived address"}
	SolanaRpc = Row{Name: "solana_rpc", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "method"}, {Name: "params", Opt: true}},
		Cap:    "net",
		Doc:    "Node JSON-RPC call"}
	SolanaSend = Row{Name: "solana_send", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "raw"}},
		Cap:    "net",
		Doc:    "Broadcast"}
	SolanaTx = Row{Name: "solana_tx", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "instructions"}, {Name: "options", Opt: true}},
		Doc:    "Build a Solana message"}
	SolanaTxRaw = Row{Name: "solana_tx_raw", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "message"}, {Name: "signatures"}},
		Doc:    "Assemble a Solana transaction"}
	SolanaWait = Row{Name: "solana_wait", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "signature"}, {Name: "timeout", Opt: true}},
		Cap:    "net",
		Doc:    "Wait for confirmation"}
	SplAta = Row{Name: "spl_ata", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "owner"}, {Name: "mint"}, {Name: "program", Opt: true}},
		Doc:    "Associated token account"}
	SplBalance = Row{Name: "spl_balance", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "url"}, {Name: "owner"}, {Name: "mint"}, {Name: "program", Opt: true}},
		Cap:    "net",
		Doc:    "Token balance"}
	SplTransferCheckedData = Row{Name: "spl_transfer_checked_data", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "amount"}, {Name: "decimals"}},
		Doc:    "Checked transfer instruction data"}
	SplTransferData = Row{Name: "spl_transfer_data", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "amount"}},
		Doc:    "Transfer instruction data"}
	TxEip1559 = Row{Name: "tx_eip1559", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "fields"}},
		Renamed: "evm_tx",
		Doc:     "Deprecated alias of evm_tx"}
	TxEip1559Raw = Row{Name: "tx_eip1559_raw", Family: "blockchain", Status: Recognised,
		Params:  []Param{{Name: "tx"}, {Name: "signature"}},
		Renamed: "evm_tx_raw",
		Doc:     "Deprecated alias of evm_tx_raw"}
	WifImport = Row{Name: "wif_import", Family: "blockchain", Status: Recognised,
		Params: []Param{{Name: "wif"}, {Name: "options", Opt: true}},
		Cap:    "wallet",
		Doc:    "Import a WIF key"}
)

var rowsBlockchain = []*Row{
	&AbiDecode,
	&AbiDecodeLog,
	&AbiEncode,
	&AbiEventTopic,
	&AbiSelector,
	&AlgoAddress,
	&AlgorandAccount,
	&AlgorandAddress,
	&AlgorandMnemonic,
	&AlgorandMnemonicToKey,
	&AlgorandParams,
	&AlgorandSend,
	&AlgorandTx,
	&AlgorandTxEncode,
	&AlgorandTxRaw,
	&AlgorandWait,
	&Bech32Decode,
	&Bech32Encode,
	&BtcAddress,
	&BtcAddressDecode,
	&BtcBalance,
	&BtcFeeEstimates,
	&BtcRpc,
	&BtcScript,
	&BtcSend,
	&BtcTx,
	&BtcTxRaw,
	&BtcTxid,
	&BtcUtxos,
	&BtcWait,
	&Ed25519Pubkey,
	&Ed25519Sign,
	&Ed25519Verify,
	&Eip191Digest,
	&Eip712Digest,
	&EthAddress,
	&EthBalance,
	&EthCall,
	&EthChainId,
	&EthEstimateGas,
	&EthFeeHistory,
	&EthGasPrice,
	&EthNonce,
	&EthReceipt,
	&EthRpc,
	&EthSendRaw,
	&EthWaitReceipt,
	&EvmAddress,
	&EvmBalance,
	&EvmBlockNumber,
	&EvmCall,
	&EvmChainId,
	&EvmCreate2Address,
	&EvmCreateAddress,
	&EvmEstimateGas,
	&EvmFeeHistory,
	&EvmGasPrice,
	&EvmLogs,
	&EvmNonce,
	&EvmReceipt,
	&EvmRpc,
	&EvmSend,
	&EvmSignature,
	&EvmTx,
	&EvmTxCreate,
	&EvmTxRaw,
	&EvmWait,
	&Hash160,
	&HdDerive,
	&KeystoreExport,
	&KeystoreImport,
	&MnemonicFromEntropy,
	&MnemonicGenerate,
	&MnemonicToEntropy,
	&MnemonicToSeed,
	&PsbtDecode,
	&PsbtEncode,
	&PsbtFinalize,
	&RlpDecode,
	&RlpEncode,
	&SchnorrPubkey,
	&SchnorrSign,
	&SchnorrVerify,
	&Secp256k1Pubkey,
	&Secp256k1Recover,
	&Secp256k1Sign,
	&Secp256k1Verify,
	&SolanaBalance,
	&SolanaConfirm,
	&SolanaLatestBlockhash,
	&SolanaMessage,
	&SolanaPda,
	&SolanaRpc,
	&SolanaSend,
	&SolanaTx,
	&SolanaTxRaw,
	&SolanaWait,
	&SplAta,
	&SplBalance,
	&SplTransferCheckedData,
	&SplTransferData,
	&TxEip1559,
	&TxEip1559Raw,
	&WifImport,
}
