import type { Schema } from '../schema.ts'
import { checked } from './checked.ts'
import { cleanPinningEndpoint } from './clean-pinning-endpoint.ts'
import { isPrivateUrl } from './is-private-url.ts'
import { string } from './primitives.ts'

/**
 * The URL of a pinning service that may be used. The key of the service goes there with every request, so plain http is for this
 * machine alone; Kubo takes it for any.
 *
 * @throws as `cleanPinningEndpoint` does, and an Error for one that would give the key away
 */
export function parsePinningEndpoint (text: string): string {
  const endpoint = cleanPinningEndpoint(text)

  if (!isPrivateUrl(new URL(endpoint))) {
    throw new Error('service endpoint must be an https URL, or an http URL on this machine: its key could be read on the way')
  }

  return endpoint
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
