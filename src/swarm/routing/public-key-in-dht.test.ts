import { generateKeyPair, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import { expect, test } from 'vitest'
import type { ConfigStore } from '../../config/config-store.ts'
import type { Dht } from '../dht.ts'
import { LazySwarm } from '../lazy-swarm.ts'
import { EmptyTableError } from '../swarm-errors.ts'
import type { Swarm } from '../swarm.ts'
import { publicKeyInDht } from './public-key-in-dht.ts'

const { signal } = new AbortController()

test('the key of a peer is the one that matches its ID, whatever else servers return', async () => {
  const [mine, other] = await Promise.all([generateKeyPair('RSA', 2048), generateKeyPair('Ed25519')])
  const peer = mine.publicKey.toMultihash()
  let values: Uint8Array[] | undefined = [
    Uint8Array.of(1),
    publicKeyToProtobuf(other.publicKey),
    publicKeyToProtobuf(mine.publicKey)
  ]
  const asked: Uint8Array[] = []

  const dht: Partial<Dht> = {
    async *findValues (key) {
      asked.push(key)
      if (values == null) {
        throw new EmptyTableError()
      }
      yield* values
    }
  }

  const node = {
    config: { get: () => 'dht' } as unknown as ConfigStore,
    swarm: new LazySwarm(async () => ({ dht } as Swarm))
  }
  expect(await publicKeyInDht(node, peer, signal)).toEqual(values[2])
  expect(asked).toEqual([Uint8Array.of(...new TextEncoder().encode('/pk/'), ...peer.bytes)])
  values = values.slice(0, 2)
  expect(await publicKeyInDht(node, peer, signal)).toBeUndefined()
  values = undefined
  expect(await publicKeyInDht(node, peer, signal)).toBeUndefined()
  expect(await publicKeyInDht({ ...node, config: { get: () => 'none' } as unknown as ConfigStore }, peer, signal))
    .toBeUndefined()
  expect(asked).toHaveLength(3)
})
