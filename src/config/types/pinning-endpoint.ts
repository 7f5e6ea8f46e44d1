import { cleanPath } from '../../go/clean-path.ts'
import type { Schema } from '../schema.ts'
import { checked } from './checked.ts'
import { isPrivateUrl } from './is-private-url.ts'
import { string } from './primitives.ts'

const HTTP_URL = /^(https?):\/\/([^/?#@]+)(\/[^?#]*)?(\?[^#]*)?$/i

/**
 * The URL of a pinning service without slashes that say nothing (Kubo `core/commands/pin/remotepin.go`, `normalizeEndpoint`). The key
 * of the service goes there with every request, so plain http is for this machine alone; Kubo takes it for any.
 *
 * @throws an Error with Kubo's words
 */
export function parsePinningEndpoint (text: string): string {
  const [, scheme, host, path = '', query = ''] = HTTP_URL.exec(text) ?? []

  if (host == null || !URL.canParse(text)) {
    throw new Error('service endpoint must be a valid HTTP URL')
  }

  const cleaned = path === '' ? '' : cleanPath(path).replace(/\/$/, '')

  if (query.length > 1) {
    throw new Error('service endpoint should be provided without any query parameters')
  }

  if (cleaned.endsWith('/pins')) {
    throw new Error('service endpoint should be provided without the /pins suffix')
  }

  if (!isPrivateUrl(new URL(text))) {
    throw new Error('service endpoint must be an https URL, or an http URL on this machine: its key could be read on the way')
  }

  return `${scheme.toLowerCase()}://${host}${cleaned}`
}

/** `Pinning.RemoteServices.*.API.Endpoint` */
export const pinningEndpoint: Schema = checked(string, (text) => {
  try {
    if (text !== '') {
      parsePinningEndpoint(text as string)
    }

    return undefined
  } catch (err) {
    return `cannot be used: ${(err as Error).message}`
  }
})
