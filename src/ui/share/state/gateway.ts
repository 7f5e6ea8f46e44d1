import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { gatewayLink } from '../lib/gateway-link.ts'

const KEY = 'swipfs-gateway'
const DEFAULT = 'https://dweb.link'

/** Returns the public gateway that the user chose, or the default. */
export function chosenGateway (): string {
  return readLocal(KEY) ?? DEFAULT
}

/** Remembers a public gateway, if its address is valid. */
export function keepGateway (gateway: string): void {
  if (gatewayLink(gateway, '/') != null) {
    keepLocal(KEY, gateway)
  }
}
