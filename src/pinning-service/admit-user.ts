import { emptyResponse, refusedResponse } from './service-answer.ts'
import type { UserOf } from './user-of.ts'

/** The maximum length of a token. */
const MAX_TOKEN_LENGTH = 1024

/**
 * Authenticates a request. Answers requests that need no node: CORS preflights, and requests without a known token.
 * Only reads the headers.
 */
export async function admitUser (
  { method, headers }: Request,
  userOf: UserOf
): Promise<{ user: string } | { refused: Response }> {
  if (method === 'OPTIONS') {
    return { refused: emptyResponse(204) }
  }

  const user = await userOf(tokenOf(headers))

  return user == null
    ? {
      refused: refusedResponse(401, 'UNAUTHORIZED', 'a known token is needed: Authorization: Bearer TOKEN', {
        'WWW-Authenticate': 'Bearer'
      })
    }
    : { user }
}

/** Returns the bearer token; empty if there is none. */
function tokenOf (headers: Headers): string {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '') ?? []
  return token.length > MAX_TOKEN_LENGTH ? '' : token
}
