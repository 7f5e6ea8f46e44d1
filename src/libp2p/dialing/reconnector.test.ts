import { multiaddr } from '@multiformats/multiaddr'
import { expect, test, vi } from 'vitest'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import type { Holder } from '../host/swarm-transport.ts'
import { Reconnector } from './reconnector.ts'

const PEER = '12D3KooWGTQWPfDqhK7upLLReg88QakNWVwvRm21fGNERrF1fxvk'
const OTHER = '12D3KooWDJ5VEjoUrYkEhCwhZ1udB6wgDAvhw58j6FQGo1rchrkp'
const WAY = `/ip4/127.0.0.1/tcp/1/ws/p2p/${OTHER}/p2p-circuit/webrtc/p2p/${PEER}`

type Listeners = Parameters<Holder['watch']>[0]

function setUp (): { listeners: Listeners; dialled: PeerAddresses[]; redialled: Reconnector; connections: unknown[] } {
  let listeners: Listeners | undefined
  const dialled: PeerAddresses[] = []
  const connections: unknown[] = [
    { remotePeer: PEER, remoteAddr: multiaddr(WAY), direction: 'outbound' },
    { remotePeer: OTHER, remoteAddr: multiaddr(`/webrtc/p2p/${OTHER}`), direction: 'inbound' },
    { remotePeer: 'by WebSockets', remoteAddr: multiaddr('/ip4/127.0.0.1/tcp/1/ws'), direction: 'outbound' }
  ]
  const holder: Holder = {
    isOpen: true,
    holds: (address) => String(address).includes('webrtc'),
    watch: (given) => {
      listeners = given
      return () => {
        listeners = undefined
      }
    }
  }
  const redialled = new Reconnector({ getConnections: () => connections as never }, [holder], async (peer) => {
    dialled.push(peer)
    throw new Error('away')
  })
  redialled.start()
  return { listeners: listeners!, dialled, redialled, connections }
}

test('peers that were lost with their holder are dialled once there is another, at their addresses', async () => {
  const { listeners, dialled, connections } = setUp()
  listeners.gone()
  connections.length = 0
  expect(dialled).toEqual([])
  listeners.came()
  await vi.waitFor(() => {
    expect(dialled).toEqual([{ ID: PEER, Addrs: [WAY] }, { ID: OTHER, Addrs: [] }])
  })
  listeners.came()
  await new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
  expect(dialled).toHaveLength(2)
})

test('nothing is dialled after a stop', async () => {
  const { listeners, dialled, redialled } = setUp()
  listeners.gone()
  listeners.came()
  redialled.stop()
  await new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
  expect(dialled).toEqual([])
})
