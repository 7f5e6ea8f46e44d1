import { sameSecret } from '../../src/bytes/same-secret.ts'
import { authorizations } from '../../src/config/changes/authorizations.ts'
import { authorized } from '../../src/config/changes/authorized.ts'
import type { ConfigStore } from '../../src/config/config-store.ts'
import { admitUser } from '../../src/pinning-service/admit-user.ts'
import { userOf } from '../../src/pinning-service/user-of.ts'
import { plainError, refuseUnauthorized } from '../../src/rpc/response/plain-responses.ts'
import { PIN_USER } from '../request/forwarded.ts'

/** Result of the access check: the kind of authorization, or an error response. */
export type Admission = { by: 'token' | 'pin-token' | 'authorizations' | 'peer' } | { refused: Response }

const CLOSED =
  'the RPC of this node is closed: it was deployed without a secret. Set one (`npx wrangler secret put TOKEN`) and ' +
  'send it as `Authorization: Bearer …`, or set API.Authorizations in its CONFIG.'

/**
 * Checks access to the RPC of a deployed node before the Durable Object is woken. The request needs the deployment's
 * secret, as a bearer token or as the password of `basic`, or an entry in `API.Authorizations` (`authorized`). Without
 * either every request is refused, unlike Kubo, which listens only on its own machine.
 *
 * @param config - settings of the deployment
 */
export async function admit (request: Request, config: ConfigStore, token: string | undefined): Promise<Admission> {
  const header = request.headers.get('authorization')
  const { pathname } = new URL(request.url)

  if (token != null && token !== '' && header != null && await bearsToken(header, token)) {
    return { by: 'token' }
  }

  const entries = authorizations(config.all())

  if (entries.length === 0) {
    return {
      refused: token == null || token === ''
        ? plainError(CLOSED, 403)
        : plainError('the RPC of this node needs its secret: send it as `Authorization: Bearer …`', 403)
    }
  }

  const same = await Promise.all(
    entries.map(async (entry) => header != null && entry.header != null && await sameSecret(header, entry.header))
  )

  // A header that matches no entry must not be compared again, without constant time.
  return same.includes(true) && authorized(config.all(), pathname, header)
    ? { by: 'authorizations' }
    : { refused: refuseUnauthorized(config, pathname, null)! }
}

/**
 * Checks access to the pinning service: the request needs its secret as a bearer token.
 *
 * @param token - secret of the deployment; without one the path is 404
 */
export async function admitPins (request: Request, token: string | undefined): Promise<Admission> {
  if (token == null || token === '') {
    return { refused: plainError('404 page not found', 404) }
  }

  const admitted = await admitUser(request, userOf({ [PIN_USER]: token }))
  return 'refused' in admitted ? admitted : { by: 'pin-token' }
}

async function bearsToken (header: string, token: string): Promise<boolean> {
  const [, kind, value] = /^(bearer|basic) +(\S+)$/i.exec(header) ?? []

  switch (kind?.toLowerCase()) {
    case 'bearer':
      return await sameSecret(value, token)
    case 'basic':
      return await sameSecret(passwordOf(value), token)
    default:
      return false
  }
}

/** Returns the password; an empty text, which is never a secret, for an invalid one. */
function passwordOf (base64: string): string {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)))
    return text.slice(text.indexOf(':') + 1)
  } catch {
    return ''
  }
}
