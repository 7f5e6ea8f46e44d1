import { generateKeyPair } from '@libp2p/crypto/keys'
import type { Libp2pEvents, PeerId } from '@libp2p/interface'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { TypedEventEmitter } from 'main-event'
import { expect, it } from 'vitest'
import { PeerStoreEviction } from './peer-store-eviction.ts'

const MAX_REMEMBERED = 64

it('forgets peers that disconnected long ago, and not those that are back', async () => {
  const events = new TypedEventEmitter<Libp2pEvents>()
  const peers = await Promise.all(
    Array.from({ length: MAX_REMEMBERED + 3 }, async () => peerIdFromPrivateKey(await generateKeyPair('Ed25519')))
  )
  const deleted: PeerId[] = []
  const forgetting = new PeerStoreEviction({
    events,
    peerStore: {
      delete: async (peer) => {
        deleted.push(peer as PeerId)
      }
    },
    connectionManager: { getConnections: (peer) => peer === peers[1] ? [1] : [] }
  }, MAX_REMEMBERED)
  forgetting.start()
  const leave = (peer: PeerId): void => {
    events.dispatchEvent(new CustomEvent('peer:disconnect', { detail: peer }))
  }

  peers.slice(0, MAX_REMEMBERED).forEach(leave)
  expect(deleted).toEqual([])
  // The first has connected and disconnected again.
  leave(peers[0])
  peers.slice(MAX_REMEMBERED).forEach(leave)
  // Of the next three the first one is connected.
  expect(deleted).toEqual([peers[2], peers[3]])

  forgetting.stop()
  leave(peers[5])
  expect(deleted).toHaveLength(2)
})
