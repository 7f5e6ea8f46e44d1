import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { DatastorePinStore } from '../pins/datastore-pin-store.ts'
import { PinIndex } from '../pins/pin-index.ts'
import type { PinMode, PinStore } from '../pins/pin-store.ts'
import type { Blockstore } from '../store/blockstore.ts'
import { blockReader } from '../blocks/block-reader.ts'
import type { Json } from '../config/config.ts'
import { openConfig } from '../config/config-store.ts'
import { KeyStore } from '../keys/key-store.ts'
import { dnslink } from '../names/dns/dnslink.ts'
import { TxtResolver } from '../names/dns/txt-resolver.ts'
import { NameRenewals } from '../names/name-renewals.ts'
import { Names } from '../names/names.ts'
import type { Dependency } from './dependency.ts'
import type { ExchangeDeps } from './exchange-deps.ts'
import { GcRoots } from '../repo/gc/gc-roots.ts'
import { createIdentity, decodeIdentity, encodeIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { initRepo } from './init-repo.ts'
import type { Exchange } from '../blocks/exchange.ts'
import { NoPeers } from '../blocks/no-peers.ts'
import type { IpfsNode } from './ipfs-node.ts'
import { NotifyingBlockstore } from '../blocks/notifying-blockstore.ts'
import { ReadWriteLock } from '../async/read-write-lock.ts'

export interface NodeInit {
  /** opens the blockstore that the configuration names in `Datastore.Spec` */
  openBlockstore: (spec: Json | undefined) => Promise<Blockstore>
  datastore: Datastore & { close?: () => Promise<void> }
  /** False starts the node offline: a missing block is an error at once. When left out the node is online if it has an exchange. */
  online?: boolean
  /** makes the exchange of an online node; without it the node has nobody to ask, and waits for what comes in */
  exchange?: (deps: ExchangeDeps) => Exchange
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
export async function createNode ({ openBlockstore, datastore, exchange: makeExchange, online = makeExchange != null, config: overrides, initialConfig, repoPath = '/swipfs', dependencies = [] }: NodeInit): Promise<IpfsNode> {
  const identity = await openIdentity(datastore)
  const config = await openConfig(datastore, { overrides, initial: initialConfig, peerId: identity.peerId.toString() })
  const blockstore = await openBlockstore(config.get('Datastore.Spec'))
  const exchange: Exchange | undefined = !online ? undefined : makeExchange?.({ identity, config, blockstore, datastore }) ?? new NoPeers()

  const pins = new DatastorePinStore(datastore)
  const keys = new KeyStore(datastore, identity.privateKey)
  const names = new Names({ datastore, config, online, dnslink: dnslink(new TxtResolver(config)) })
  const renewals = new NameRenewals(names, keys)

  const node: IpfsNode = {
    identity,
    config,
    blockstore: exchange == null ? blockstore : new NotifyingBlockstore(blockstore, (blocks) => { exchange.notify(blocks) }),
    datastore,
    pins,
    pinIndex: new PinIndex(pins, blockReader(blockstore, undefined)),
    keys,
    names,
    exchange,
    gcLock: new ReadWriteLock(),
    gcRoots: pinRoots(pins),
    repoPath,
    dependencies,
    stop: async () => {
      renewals.stop()
      await exchange?.stop?.()
      await blockstore.close()
      await datastore.close?.()
    }
  }

  await initRepo(node)
  await exchange?.start?.()
  renewals.start()
  return node
}

/** Pins keep their blocks. */
function pinRoots (pins: PinStore): GcRoots {
  const roots = new GcRoots()
  roots.add('whole', () => cidsOf(pins, 'recursive'))
  roots.add('alone', () => cidsOf(pins, 'direct'))
  return roots
}

async function * cidsOf (pins: PinStore, mode: PinMode): AsyncGenerator<CID> {
  for await (const { cid } of pins.list(mode)) {
    yield cid
  }
}

async function openIdentity (datastore: Datastore): Promise<Identity> {
  if (await datastore.has(IDENTITY_KEY)) {
    return decodeIdentity(new TextDecoder().decode(await datastore.get(IDENTITY_KEY)))
  }

  const identity = await createIdentity()
  await datastore.put(IDENTITY_KEY, new TextEncoder().encode(encodeIdentity(identity)))
  return identity
}
