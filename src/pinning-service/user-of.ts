/** Finds out whose token it is. @returns undefined for nobody's */
export type UserOf = (token: string) => string | undefined | Promise<string | undefined>

/**
 * The check of a few tokens. How long it takes says nothing of how much of a token was right: hashes are compared, and all of them.
 *
 * @param tokens - by the user that each belongs to
 */
export function userOf (tokens: Readonly<Record<string, string>>): UserOf {
  const known = Promise.all(Object.entries(tokens).map(async ([user, token]) => ({ user, hash: await hashOf(token) })))

  return async (token) => {
    const hash = await hashOf(token)
    let found: string | undefined

    for (const entry of await known) {
      // no way out before the end
      found = isSame(entry.hash, hash) ? entry.user : found
    }

    return found
  }
}

async function hashOf (token: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
}

function isSame (a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0

  for (let i = 0; i < a.length; i++) {
    difference |= a[i] ^ b[i]
  }

  return difference === 0
}
