import { IS_NODE } from '../../bytes/is-node.ts'
import { isLocalHost } from '../../http/headers/is-local-host.ts'
import { string } from '../schema/primitives.ts'
import { checkedSchema } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import { cleanPinningEndpoint } from './clean-pinning-endpoint.ts'
import { isPrivateUrl } from './is-private-url.ts'

const IP_ADDRESS = /^(\d+(\.\d+){3}|\[.+\])$/

export interface PinningEndpointOptions {
  /** whether plain http to an address of the local network is allowed; only in Node by default */
  mayUseLocalNetwork?: boolean
}

/**
 * Parses the URL of a pinning service. Every request contains the key of the service, so plain http is allowed only to
 * this machine and, in Node, to IP addresses of the local network. Kubo allows any host.
 *
 * @throws the errors of `cleanPinningEndpoint`, and an Error for a URL that would reveal the key
 */
export function parsePinningEndpoint (
  text: string,
  { mayUseLocalNetwork = IS_NODE }: PinningEndpointOptions = {}
): string {
  const endpoint = cleanPinningEndpoint(text)
  const url = new URL(endpoint)

  if (!isPrivateUrl(url) && !(mayUseLocalNetwork && IP_ADDRESS.test(url.hostname) && isLocalHost(url.hostname))) {
    throw new Error(
      'service endpoint must be an https URL, or an http URL on this machine or, in Node, of an address of ' +
        'the local network: its key could be read on the way'
    )
  }

  return endpoint
}

/** `Pinning.RemoteServices.*.API.Endpoint` */
export const pinningEndpoint: Schema = checkedSchema(string, (text) => {
  try {
    if (text !== '') {
      parsePinningEndpoint(text as string)
    }

    return undefined
  } catch (err) {
    return `cannot be used: ${(err as Error).message}`
  }
})
