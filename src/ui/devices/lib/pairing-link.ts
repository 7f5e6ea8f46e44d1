import { parsePairingCode } from '../../../devices/pairing/pairing-code.ts'
import { nodeLink } from '../../lib/links/section.ts'

/** Content of a link for pairing. */
export interface PairingLink {
  code: string
  /** address of the device that shows the code */
  address: string | undefined
}

/**
 * Returns the link that a QR code shows. Its content is in the fragment, which no server receives.
 *
 * @param origin - URL of the page without its fragment
 */
export function pairingLink (origin: string, { code, address }: PairingLink): string {
  const query = new URLSearchParams({ pair: code, ...address == null ? {} : { at: address } })
  return `${origin}${nodeLink('settings')}?${query}`
}

/** Parses the fragment of a URL; undefined if it is no link for pairing. */
export function readPairingLink (hash: string): PairingLink | undefined {
  const query = new URLSearchParams(hash.split(/\?(.*)/s)[1] ?? '')
  const code = parsePairingCode(query.get('pair') ?? '')
  const at = query.get('at')
  const address = at != null && at.length <= 512 && /^\/[\w./:%-]+\/p2p\/\w+$/.test(at) ? at : undefined
  return code == null ? undefined : { code, address }
}
