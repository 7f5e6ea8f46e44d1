import { empty, refused } from './service-answer.ts'
import type { UserOf } from './user-of.ts'

/** Longer ones are nobody's. */
const MAX_TOKEN_LENGTH = 1024

/**
 * Whose request it is. What needs no node is answered: that there is no known token, and what a browser asks before it sends one. Nothing is
 * read of the request but its head.
 */
export async function admitUser ({ method, headers }: Request, userOf: UserOf): Promise<{ user: string } | { refused: Response }> {
  if (method === 'OPTIONS') {
    return { refused: empty(204) }
  }

  const user = await userOf(tokenOf(headers))

  return user == null
    ? { refused: refused(401, 'UNAUTHORIZED', 'a known token is needed: Authorization: Bearer TOKEN', { 'WWW-Authenticate': 'Bearer' }) }
    : { user }
}

/** Empty for none. */
function tokenOf (headers: Headers): string {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '') ?? []
  return token.length > MAX_TOKEN_LENGTH ? '' : token
}
