import { cleanPath } from '../../go/url/clean-path.ts'

const HTTP_URL = /^(https?):\/\/([^/?#@]+)(\/[^?#]*)?(\?[^#]*)?$/i

/**
 * Normalizes the URL of a pinning service: removes needless slashes (Kubo `core/commands/pin/remotepin.go`,
 * `normalizeEndpoint`).
 *
 * @throws an Error with Kubo's message
 */
export function cleanPinningEndpoint (text: string): string {
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

  return `${scheme.toLowerCase()}://${host}${cleaned}`
}
