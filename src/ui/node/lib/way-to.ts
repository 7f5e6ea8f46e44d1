import { t } from '../../lib/text/t.ts'

/** Transport names by parts of the multiaddr; the first match applies. */
const WAYS: ReadonlyArray<[part: string, called: string | (() => string)]> = [
  ['webrtc', 'WebRTC'],
  ['webrtc-direct', 'WebRTC'],
  ['p2p-circuit', () => t('through a relay')],
  ['webtransport', 'WebTransport'],
  ['quic-v1', 'QUIC'],
  ['wss', 'WebSocket'],
  ['ws', 'WebSocket'],
  ['tcp', 'TCP']
]

/** Returns the transport to a peer in one or two words. */
export function wayTo (address: string): string {
  const parts = address.split('/')
  const called = WAYS.find(([part]) => parts.includes(part))?.[1] ?? t('other')
  return typeof called === 'string' ? called : called()
}
