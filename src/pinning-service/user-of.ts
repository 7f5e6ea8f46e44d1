import { sameSecret } from '../bytes/same-secret.ts'

/** Returns the user of a token; undefined if it is unknown. */
export type UserOf = (token: string) => string | undefined | Promise<string | undefined>

/**
 * Creates the check for a few tokens. It takes constant time, so that timing does not reveal parts of a token.
 *
 * @param tokens - tokens by user
 * @example
 * ```ts
 * const user = await userOf({ alice: 'secret' })('secret') // 'alice'
 * ```
 */
export function userOf (tokens: Readonly<Record<string, string>>): UserOf {
  const known = Object.entries(tokens)

  return async (token) => {
    // Compares all tokens, without an early return.
    const same = await Promise.all(known.map(async ([, own]) => await sameSecret(own, token)))
    return known[same.lastIndexOf(true)]?.[0]
  }
}
