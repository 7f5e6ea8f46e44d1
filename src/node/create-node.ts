import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { DatastorePinStore } from '../pins/datastore-pin-store.ts'
import { PinIndex } from '../pins/pin-index.ts'
import type { BlockStore } from '../store/block-store.ts'
import { blockReader } from './block-reader.ts'
import type { Json } from './config/config.ts'
import { openConfig } from './config/config-store.ts'
import type { Dependency } from './dependency.ts'
import { GcRoots } from './gc-roots.ts'
import { createIdentity, decodeIdentity, encodeIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { initRepo } from './init-repo.ts'
import { NoPeers } from './no-peers.ts'
import type { Node } from './node.ts'
import { NotifyingBlockStore } from './notifying-block-store.ts'
import { ReadWriteLock } from './read-write-lock.ts'

export interface NodeInit {
  /** opens the block store that the configuration names in `Datastore.Spec` */
  store: (spec: Json | undefined) => Promise<BlockStore>
  data: Datastore & { close?: () => Promise<void> }
  /** false starts the node offline: a missing block is an error at once */
  online?: boolean
  /** dotted configuration paths set before the start */
  config?: Record<string, Json>
  /** dotted configuration paths that a new repo starts with */
  initialConfig?: Record<string, Json>
  repoPath?: string
  /** what the program is made of, where the build knows it */
  dependencies?: readonly Dependency[]
}

const IDENTITY_KEY = new Key('/local/identity')

/** Composes a node over its stores; a new repo gets an identity, the default configuration and the pinned empty directory, as by `ipfs init`. */
export async function createNode ({ store: openStore, data, online = false, config: overrides, initialConfig, repoPath = '/swipfs', dependencies = [] }: NodeInit): Promise<Node> {
  const identity = await openIdentity(data)
  const config = await openConfig(data, { ...overrides, 'Identity.PeerID': identity.peerId.toString() }, initialConfig)
  const store = await openStore(config.get('Datastore.Spec'))
  const exchange = online ? new NoPeers() : undefined

  const pins = new DatastorePinStore(data)

  const node: Node = {
    identity,
    config,
    store: exchange == null ? store : new NotifyingBlockStore(store, (cid, bytes) => { exchange.notify(cid, bytes) }),
    data,
    pins,
    pinIndex: new PinIndex(pins, blockReader(store, undefined)),
    exchange,
    gcLock: new ReadWriteLock(),
    gcRoots: new GcRoots(),
    repoPath,
    dependencies,
    stop: async () => {
      await store.close()
      await data.close?.()
    }
  }

  await initRepo(node)
  return node
}

async function openIdentity (data: Datastore): Promise<Identity> {
  if (await data.has(IDENTITY_KEY)) {
    return decodeIdentity(new TextDecoder().decode(await data.get(IDENTITY_KEY)))
  }

  const identity = await createIdentity()
  await data.put(IDENTITY_KEY, new TextEncoder().encode(encodeIdentity(identity)))
  return identity
}
