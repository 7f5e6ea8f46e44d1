import { authorized } from '../../config/changes/authorized.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { plainError } from '../response/plain-responses.ts'

/** Returns the error response to a request that `API.Authorizations` refuses; undefined for an allowed one. */
export function refuseUnauthorized (config: ConfigStore, path: string, header: string | null): Response | undefined {
  return authorized(config.all(), path, header)
    ? undefined
    : plainError(
      'Kubo RPC Access Denied: Please provide a valid authorization token as defined in the API.Authorizations ' +
        'configuration.',
      403
    )
}
