/**
 * Whether two secrets are the same, in a time that tells nothing of how far they are: hashes are compared, and all of
 * each.
 */
export async function sameSecret (a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map(async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
  )
  return one.reduce((differing, byte, i) => differing | (byte ^ other[i]), 0) === 0
}
