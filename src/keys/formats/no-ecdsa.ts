/**
 * The error for ECDSA keys. With @libp2p/crypto, their IDs and signatures differ from those of go-libp2p, so no other
 * implementation would accept their names.
 */
export const NO_ECDSA = 'ECDSA keys are not supported'
