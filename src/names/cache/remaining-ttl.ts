const SECOND_MS = 1000

/**
 * Returns the rest of the time to live of a cached answer (specs.ipfs.tech/http-gateways/path-gateway,
 * "Cache-Control").
 *
 * Ages are counted in whole seconds, as by the `Age` header (RFC 9111, section 5.1).
 *
 * @param ttlMs - the TTL when the answer was stored, in milliseconds
 * @param untilMs - when it ends, in milliseconds since 1970
 */
export function remainingTtlMs (ttlMs: number, untilMs: number): number {
  const ageMs = Math.max(0, ttlMs - (untilMs - Date.now()))
  return Math.max(0, ttlMs - Math.floor(ageMs / SECOND_MS) * SECOND_MS)
}
