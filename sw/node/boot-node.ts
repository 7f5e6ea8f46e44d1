import { httpService } from '../../src/gateway/local/http-service.ts'
import { peerGateway } from '../../src/gateway/local/peer-gateway.ts'
import type { OwnNetwork } from '../../src/net/own-network.ts'
import { createNode } from '../../src/node/create-node.ts'
import type { NodeInit } from '../../src/node/create-node.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { announceToNetwork } from '../../src/node/maintenance/announce-to-network.ts'
import { OwnNetworkAnnouncer } from '../../src/node/maintenance/own-network-announcer.ts'
import { DUPLICATED_ROWS } from '../../src/node/repo/duplicated-rows.ts'
import { PREFETCHED_ROWS } from '../../src/node/repo/prefetched-rows.ts'
import { HttpExchange } from '../../src/retrieval/http-exchange.ts'
import { mayUseHttp } from '../../src/retrieval/settings/retrieval-settings.ts'
import type { OnLost } from '../../src/store/database/database-lost-error.ts'
import type { ClosableDatastore } from '../../src/store/datastore/open-datastore.ts'
import { openBlockstore, resolveSpec } from '../../src/store/open/open-blockstore.ts'
import { openOriginStorage } from '../../src/store/open/origin-storage.ts'
import type { OriginStorage } from '../../src/store/open/origin-storage.ts'
import { Quota } from '../../src/store/quota/quota.ts'
import type { RoomReserve } from '../../src/store/quota/quota.ts'
import { gatewayPeers } from '../../src/swarm/streams/gateway-peers.ts'
import { openWithHandover } from '../storage/repo-handover.ts'
import { fetchOwnNetwork } from '../swarm/fetch-own-network.ts'
import type { WebRtcBridge } from '../swarm/webrtc-bridge.ts'
import type { LazyNode } from './lazy-node.ts'
import type { NodeParts } from './node-parts.ts'

const REPO = 'swipfs'

/**
 * Delay before the swarm starts. Requests of a newly opened page come first, because running the swarm's script blocks
 * the worker.
 */
const SWARM_AFTER_MS = 1500

/** Delay of fetching the values that `auto` stands for, after their first use. */
const AUTO_CONF_AFTER_MS = 3000

const NO_NETWORK: OwnNetwork = { relays: [], routers: [] }

/** Relays and routers of the deployment, as last read: the next node of this worker starts with them. */
let lastNetwork = NO_NETWORK

/** Storage of the repo that was opened last. */
let storage: OriginStorage | undefined

/** Opens the datastore of this origin's repo: settings, pins, keys. Other workers can open it once it is closed. */
export async function openData (
  { onLost, makeRoom, isRoomProven }: Partial<BootOptions> = {}
): Promise<ClosableDatastore> {
  storage = await openWithHandover(async (signal) =>
    await openOriginStorage(REPO, DUPLICATED_ROWS, {
      onLost,
      readFirst: PREFETCHED_ROWS,
      makeRoom,
      isRoomProven,
      signal
    })
  )
  return storage.datastore
}

/** Flushes writes of an idle node to disk and sets the clean mark, so that the next start needs no recovery. */
export async function flushToDisk ({ blockstore }: IpfsNode, lazy: Pick<LazyNode, 'hold' | 'isOpen'>): Promise<void> {
  const background = blockstore.capabilities.background?.background()

  if (background == null) {
    await storage?.clean()
  } else if (lazy.isOpen) {
    // There is background work after all; the node rests after it.
    lazy.hold(async () => {
      await background
    }).catch(() => {})
  }
}

/** Clears the clean mark before the node works again. */
export async function clearCleanMark (): Promise<void> {
  await storage?.dirty()
}

export interface BootOptions extends Pick<NodeInit, 'hold' | 'files' | 'logs' | 'onGc' | 'onKeptPeers' | 'onShutdown'> {
  /** connection to the pages that hold WebRTC connections, for a node that is a peer */
  webRtc: WebRtcBridge
  /** called if one of the node's databases is closed unexpectedly; the node is unusable then */
  onLost: OnLost
  /** releases the ballast; returns whether there was one */
  makeRoom: () => Promise<boolean>
  /** whether the disk is proven to have some MiB left */
  isRoomProven: () => Promise<boolean>
  /** room that is released then */
  reserve: RoomReserve
}

/**
 * Opens the node over this origin's IndexedDB. Opening is cheap: it contacts no peer and scans nothing before a block
 * is missing. Rolls back unfinished work of a killed worker.
 *
 * @param parts - options from the worker's script and its query, such as `/sw.js?datastore=idb`, `/sw.js?swarm=on`
 * @throws DatastoreSpecError if the repo uses another blockstore than the requested one
 */
export async function bootNode (parts: NodeParts, options: BootOptions): Promise<IpfsNode> {
  const { onLost, makeRoom, isRoomProven } = options
  const isPeer = parts.swarm != null
  const network = isPeer ? fetchOwnNetwork(location.origin) : Promise.resolve(NO_NETWORK)
  void network.then((own) => {
    lastNetwork = own
  })
  const data = await openData({ onLost, makeRoom, isRoomProven })

  try {
    const node = await createNode({
      ...storageInit(parts, options, data),
      ...networkInit(parts, options, network),
      httpService,
      // Not the function itself: reading it would evaluate its script at every start.
      peerGateway: (deps) => peerGateway(deps),
      repoPath: `/${REPO}`,
      dependencies: parts.dependencies,
      hold: options.hold,
      logs: options.logs,
      onGc: options.onGc,
      onKeptPeers: options.onKeptPeers,
      onShutdown: options.onShutdown,
      session: { isSame: async () => await storage?.isSameBrowser() }
    })

    if (isPeer) {
      node.net.ownRelays = lastNetwork.relays
      void network.then(({ relays }) => {
        node.net.ownRelays = relays
      })
    }

    return node
  } catch (err) {
    // The next request tries again, and must not find an open connection.
    await data.close()
    throw err
  }
}

/** Returns the options of the node's stores. */
function storageInit (
  { blockStore }: NodeParts,
  { onLost, makeRoom, reserve, files }: BootOptions,
  data: ClosableDatastore
): Pick<NodeInit, 'openBlockstore' | 'datastore' | 'files' | 'initialConfig'> {
  return {
    openBlockstore: async (spec) =>
      await openBlockstore(REPO, blockStore == null ? await resolveSpec(spec, data) : { type: blockStore }, data, {
        onLost,
        makeRoom,
        quota: new Quota(undefined, undefined, reserve)
      }),
    datastore: data,
    files,
    initialConfig: {
      ...gatewaySetting(location),
      ...blockStore == null ? {} : { 'Datastore.Spec': { type: blockStore } }
    }
  }
}

/**
 * Returns the options of the node's sources of content, and of its peers.
 *
 * @param network - relays and routers of the deployment; only the swarm waits for them
 */
function networkInit (
  { swarm }: NodeParts,
  { webRtc }: BootOptions,
  network: Promise<OwnNetwork>
): Partial<NodeInit> {
  return {
    online: swarm != null,
    // One switch: a node that may not fetch has no peers either.
    isOff: (config) => !mayUseHttp(config),
    swarmAfterMs: SWARM_AFTER_MS,
    openSwarm: swarm == null
      ? undefined
      : async (deps) => await swarm().openSwarmInWorker(deps, webRtc, (await network).relays),
    exchange: ({ config }) =>
      new HttpExchange({
        config,
        auto: true,
        get waits () {
          return mayUseHttp(config)
        }
      }),
    retrieval: ({ config }) => new HttpExchange({ config, auto: true, waits: false }),
    delegatedRouting: { auto: true, own: () => lastNetwork.routers },
    peerSource: (lazySwarm) => gatewayPeers(lazySwarm),
    providing: announceToNetwork,
    autoConf: { lazyMs: AUTO_CONF_AFTER_MS },
    services: [(node) => new OwnNetworkAnnouncer(node, async () => (await network).memory)]
  }
}

/**
 * Returns the gateway setting for a new repo of a worker (`Addresses.Gateway`): its own origin. Clients such as
 * ipfs-webui use it to show files. The node itself does not read it.
 *
 * @param location - location of the worker
 * @returns a dotted configuration path with an address such as `/dns/node.localhost/tcp/4173/http`
 */
export function gatewaySetting (
  { protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>
): Record<'Addresses.Gateway', string> {
  const scheme = protocol === 'https:' ? 'https' : 'http'
  const defaultPort = scheme === 'https' ? '443' : '80'
  return { 'Addresses.Gateway': `/${hostAddress(hostname)}/tcp/${port || defaultPort}/${scheme}` }
}

/** Returns a host name as part of a multiaddr. */
function hostAddress (hostname: string): string {
  if (hostname.startsWith('[')) {
    return `ip6/${hostname.slice(1, -1)}`
  }

  return /^[\d.]+$/.test(hostname) ? `ip4/${hostname}` : `dns/${hostname}`
}
