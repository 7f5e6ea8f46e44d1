import { t } from './t.ts'







/** What a connection goes over, by the parts of its multiaddr; the first that is there. */
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

/** The way to a peer in a word or two. */
export function wayTo (address: string): string {
  const parts = address.split('/')
  const called = WAYS.find(([part]) => parts.includes(part))?.[1] ?? t('in another way')
  return typeof called === 'string' ? called : called()
}
