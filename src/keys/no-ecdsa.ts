/** What @libp2p/crypto makes of an ECDSA key has another ID and other signatures than go-libp2p's: a name of it would be known to nobody else. */
export const NO_ECDSA = 'ECDSA keys are not supported'
