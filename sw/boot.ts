import { httpService } from '../src/gateway/http-service.ts'
import { createNode } from '../src/node/create-node.ts'
import type { NodeInit } from '../src/node/create-node.ts'
import { FIRST_ROWS } from '../src/node/first-rows.ts'
import { KEPT_TWICE } from '../src/node/kept-twice.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'
import type { OwnNetwork } from '../src/net/own-network.ts'
import { OwnNetworkMemory } from '../src/node/own-network-memory.ts'
import { HttpExchange } from '../src/retrieval/http-exchange.ts'
import { mayAskHttp } from '../src/retrieval/may-ask-http.ts'
import { openBlockstore, settleSpec } from '../src/store/open-blockstore.ts'
import { openOriginStorage } from '../src/store/origin-storage.ts'
import type { OriginStorage } from '../src/store/origin-storage.ts'
import { Quota } from '../src/store/quota/quota.ts'
import type { RoomReserve } from '../src/store/quota/quota.ts'
import type { OnLost } from '../src/store/database/database-lost-error.ts'
import type { ClosableDatastore } from '../src/store/datastore/open-datastore.ts'
import type { LazyNode } from './lazy-node.ts'
import { announceToNetwork } from '../src/node/announce-to-network.ts'
import { gatewaySetting } from './gateway-setting.ts'
import { ownNetwork } from './own-network.ts'
import { inTurn } from './repo-turns.ts'
import type { NodeParts } from './node-parts.ts'
import type { WebRtcDoor } from './webrtc-door.ts'

const REPO = 'swipfs'

/** What a page that was just opened asks for is out by then: running the swarm's script takes the worker's time. */
const SWARM_AFTER_MS = 1500

/** What the place has that this worker was served from, as it was last read (`OwnNetwork`). */
let known: OwnNetwork = { relays: [], routers: [] }

/** Multiaddrs of its relays. */
export function knownRelays (): readonly string[] {
  return known.relays
}

/** Where the repo lies that was opened last. */
let storage: OriginStorage | undefined

/** The datastore of this origin's repo: settings, pins, keys. Closing it lets others open it. */
export async function openData ({ onLost, makeRoom, isRoomProven }: Partial<BootOptions> = {}): Promise<ClosableDatastore> {
  storage = await inTurn(async () => await openOriginStorage(REPO, KEPT_TWICE, { onLost, readFirst: FIRST_ROWS, makeRoom, isRoomProven }))
  return storage.datastore
}

/** The node has nothing to do: what it has written is brought to the disk, and the next start need not wonder how this life ended. */
export async function rest ({ blockstore }: IpfsNode, lazy: Pick<LazyNode, 'hold' | 'isOpen'>): Promise<void> {
  const background = blockstore.background?.()

  if (background == null) {
    await storage?.clean()
  } else if (lazy.isOpen) {
    // something to do all the same; it rests afterwards
    lazy.hold(async () => { await background }).catch(() => {})
  }
}

/** The node has something to do again. */
export async function wake (): Promise<void> {
  await storage?.dirty()
}

export interface BootOptions extends Pick<NodeInit, 'hold' | 'files' | 'logs' | 'onGc' | 'onKeptPeers' | 'onShutdown'> {
  /** to the pages that hold the connections of WebRTC where the node is a peer */
  webRtc: WebRtcDoor
  /** told when the browser, or somebody, has closed a database of the node, which is of no use then */
  onLost: OnLost
  /** gives up what is kept for a full disk. @returns whether there was something */
  makeRoom: () => Promise<boolean>
  /** whether the disk has some MiB left */
  isRoomProven: () => Promise<boolean>
  /** what is given up then */
  reserve: RoomReserve
}

/**
 * Opens the node over this origin's IndexedDB. Cheap: nobody is waited for before a block is missing, nothing is scanned. Unfinished work of a killed worker is undone here.
 *
 * @param parts - what the worker's script says of the node; its query may, as in `/sw.js?datastore=idb`, `/sw.js?swarm=on`
 * @throws DatastoreSpecError when the repo is kept by another blockstore than the one that is named
 */
export async function bootNode ({ blockStore, swarm, dependencies }: NodeParts, { webRtc, onLost, makeRoom, isRoomProven, reserve, hold, files, logs, onGc, onKeptPeers, onShutdown }: BootOptions): Promise<IpfsNode> {
  const isPeer = swarm != null
  const network: Promise<OwnNetwork> = isPeer ? ownNetwork(location.origin) : Promise.resolve({ relays: [], routers: [] })
  // nobody waits for it before the swarm opens
  void network.then((own) => { known = own })
  const data = await openData({ onLost, makeRoom, isRoomProven })

  try {
    return await createNode({
      openBlockstore: async (spec) => await openBlockstore(REPO, blockStore == null ? await settleSpec(spec, data) : { type: blockStore }, data, { onLost, makeRoom, quota: new Quota(undefined, undefined, reserve) }),
      datastore: data,
      online: isPeer,
      // one switch: a node that asks nobody has no peers either
      isOff: (config) => !mayAskHttp(config),
      swarmAfterMs: SWARM_AFTER_MS,
      openSwarm: swarm == null ? undefined : async (deps) => await swarm().openSwarmInWorker(deps, webRtc, (await network).relays),
      exchange: ({ config }) => new HttpExchange({ config, auto: true, get waits () { return mayAskHttp(config) } }),
      retrieval: ({ config }) => new HttpExchange({ config, auto: true, waits: false }),
      delegatedRouting: { auto: true, own: () => known.routers },
      providing: announceToNetwork,
      services: [(node) => new OwnNetworkMemory(node, async () => (await network).memory)],
      httpService,
      hold,
      logs,
      onGc,
      session: { isSame: async () => await storage?.isSameBrowser() },
      onKeptPeers,
      onShutdown,
      files,
      initialConfig: { ...gatewaySetting(location), ...blockStore == null ? {} : { 'Datastore.Spec': { type: blockStore } } },
      repoPath: `/${REPO}`,
      dependencies
    })
  } catch (err) {
    // the next request tries again, and needs no second connection beside this one
    await data.close()
    throw err
  }
}
