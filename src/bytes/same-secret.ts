/** Compares two secrets in constant time: compares their hashes completely. */
export async function sameSecret (a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map(async (text) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
  )
  return one.reduce((differing, byte, i) => differing | (byte ^ other[i]), 0) === 0
}
