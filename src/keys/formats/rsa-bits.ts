/** go-libp2p `core/crypto/rsa_common.go`. */
const MIN_BITS = 2048
const MAX_BITS = 8192

/**
 * Checks the length of an RSA key.
 *
 * @throws an Error with go-libp2p's message if it is too short to be safe or too long to be practical
 */
export function checkRsaBits (bits: number): void {
  if (bits < MIN_BITS) {
    throw new Error(`rsa keys must be >= ${MIN_BITS} bits to be useful`)
  }

  if (bits > MAX_BITS) {
    throw new Error(`rsa keys must be <= ${MAX_BITS} bits`)
  }
}
