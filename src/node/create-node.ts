import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ReadWriteLock } from '../async/locks/read-write-lock.ts'
import { ifFound } from '../async/promises/if-found.ts'
import { CombinedExchange } from '../blocks/exchange/combined-exchange.ts'
import type { Exchange } from '../blocks/exchange/exchange.ts'
import { NoPeers } from '../blocks/exchange/no-peers-exchange.ts'
import { HashOnRead } from '../blocks/local/hash-on-read.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import type { ReferencedFiles } from '../blocks/references/referenced-files.ts'
import { References } from '../blocks/references/references.ts'
import type { ReferencesInit } from '../blocks/references/references.ts'
import { ReferringBlockstore } from '../blocks/references/referring-blockstore.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { openConfig } from '../config/config-store.ts'
import type { ConfigStore } from '../config/config-store.ts'
import type { Json } from '../config/values/config.ts'
import type { JobTimes } from '../jobs/job.ts'
import { Jobs } from '../jobs/jobs.ts'
import { remakeJob } from '../jobs/kinds/remake-job.ts'
import type { RemakeKind } from '../jobs/kinds/remake-job.ts'
import { KeyStore } from '../keys/store/key-store.ts'
import { Logs } from '../log/logs.ts'
import { SUBSYSTEMS } from '../log/subsystems.ts'
import { Mfs } from '../mfs/mfs.ts'
import { MountedFiles } from '../mfs/mounted-files.ts'
import { DnsResolver } from '../names/dns/dns-resolver.ts'
import { dnslink } from '../names/dns/dnslink.ts'
import { Names } from '../names/names.ts'
import type { LookupDnslink } from '../names/resolve/name-resolver.ts'
import type { RecordPlace } from '../names/routing/record-place.ts'
import { hasDht } from '../net/has-dht.ts'
import { nodeNet } from '../net/node-net.ts'
import type { ContentPath } from '../path/content-path.ts'
import { PinIndex } from '../pins/index/pin-index.ts'
import { DatastorePinStore } from '../pins/store/datastore-pin-store.ts'
import type { PinMode, PinStore } from '../pins/store/pin-store.ts'
import { GcRoots } from '../repo/gc-roots.ts'
import type { DelegatedRoutingOptions } from '../retrieval/delegated-routing.ts'
import { DelegatedRouting } from '../retrieval/delegated-routing.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import { watchedDatastore } from '../store/datastore/watched-datastore.ts'
import { LazySwarm } from '../swarm/lazy-swarm.ts'
import { PeerExchange } from '../swarm/peers/peer-exchange.ts'
import { dhtPlace } from '../swarm/routing/dht-place.ts'
import { findPeer } from '../swarm/routing/find-peer.ts'
import { findProviders } from '../swarm/routing/find-providers.ts'
import type { PeerSources } from '../swarm/routing/peer-sources.ts'
import { pubsubPlace } from '../swarm/routing/pubsub-place.ts'
import type { HttpService } from '../swarm/streams/http-service.ts'
import { StreamMounts } from '../swarm/streams/stream-mounts.ts'
import type { StreamSockets } from '../swarm/streams/stream-sockets.ts'
import type { SwarmDeps } from '../swarm/swarm-deps.ts'
import type { Swarm } from '../swarm/swarm.ts'
import { agentVersion } from './identity/agent-version.ts'
import { IDENTITY_KEY } from './identity/identity-key.ts'
import { createIdentity, decodeIdentity, encodeIdentity } from './identity/identity.ts'
import type { Identity } from './identity/identity.ts'
import type { Dependency } from './interface/dependency.ts'
import type { ExchangeDeps } from './interface/exchange-deps.ts'
import type { IpfsNode } from './interface/ipfs-node.ts'
import { Repairs } from './interface/repairs.ts'
import { AutoGc } from './maintenance/auto-gc.ts'
import type { GcNews } from './maintenance/auto-gc.ts'
import { MfsRemotePins } from './maintenance/mfs-remote-pins.ts'
import { NameRenewals } from './maintenance/name-republisher.ts'
import { PinCatchUp } from './maintenance/pin-catch-up.ts'
import type { Providing } from './providing/providing.ts'
import { countPins } from './repo/count-pins.ts'
import { initRepo, isNewRepo } from './repo/init-repo.ts'
import { noteLostBlocks } from './repo/record-lost-blocks.ts'
import { WatchedBlockstore } from './repo/watched-blockstore.ts'
import { topicsOf } from './services/changed-topics.ts'
import { Changes } from './services/changes.ts'
import { ResumedJobs } from './services/resumed-jobs.ts'
import { Services } from './services/services.ts'
import type { Hold, Service } from './services/services.ts'
import { SwarmStart } from './services/swarm-start.ts'
import { jobAsRequest } from './session/job-as-request.ts'
import { RequestLog } from './session/request-log.ts'
import { keepRuntimeState } from './session/restore-runtime-state.ts'
import { RuntimeState } from './session/runtime-state.ts'
import type { RuntimeSession } from './session/runtime-state.ts'
import { keepFollowedNames } from './session/saved-followed-names.ts'
import { KeptListeners } from './session/saved-listeners.ts'
import { KeptPeers } from './session/saved-peers.ts'

export interface NodeInit {
  /** opens the blockstore that the configuration names in `Datastore.Spec` */
  openBlockstore: (spec: Json | undefined) => Promise<Blockstore>
  datastore: Datastore & { close?: () => Promise<void> }
  /**
   * False starts the node offline: a missing block is an error at once. Default: online if the node has an exchange or
   * a swarm.
   */
  online?: boolean
  /**
   * Whether the current settings keep an online node off the network: it is offline then, and its connections are
   * closed. Default: never.
   */
  isOff?: (config: ConfigStore) => boolean
  /**
   * delay between the start of the services and the start of the swarm, so that it does not slow down requests;
   * default: none
   */
  swarmAfterMs?: number
  /** Opens the libp2p swarm of an online node. Called when something first needs it, or by the services of the node. */
  openSwarm?: (deps: SwarmDeps) => Promise<Swarm>
  /**
   * Creates the source of blocks of an online node, in addition to the peers of its swarm. Without either the node
   * cannot request blocks, and waits for those that arrive.
   */
  exchange?: (deps: ExchangeDeps) => Exchange
  /**
   * Creates the source of blocks of a node that does not join the network: commands that need the network report that
   * it is offline.
   */
  retrieval?: (deps: ExchangeDeps) => Exchange
  /**
   * options for the delegated routers in the configuration, for names, providers and peers; none are used when left out
   */
  delegatedRouting?: Omit<DelegatedRoutingOptions, 'userAgent'> & {
    /** whether to send `User-Agent` to routers; not in a browser, where the server's CORS would have to allow it */
    namesNode?: boolean
  }
  /** content paths of domain names that are resolved without DNS */
  linkedNames?: ReadonlyMap<string, ContentPath>
  /** Creates the service that announces the blocks of an online node; none are announced when left out. */
  providing?: (node: Omit<IpfsNode, 'providing'>) => Providing
  /** TCP sockets of the machine, for forwarded streams (`p2p/*`); undefined if there are none */
  sockets?: StreamSockets
  /**
   * Creates the gateway's handler of HTTP requests over streams (`p2p/listen` with a `/http` target); `p2p/listen`
   * rejects such targets when left out.
   */
  httpService?: (node: Pick<IpfsNode, 'config' | 'blockstore' | 'names' | 'logs'>) => HttpService
  /** background services of the node; `node.services.start()` starts them when its owner has time for it */
  services?: ReadonlyArray<(node: IpfsNode) => Service>
  /** keeps the owner from stopping the node while a service works */
  hold?: Hold
  /** dotted configuration paths set before the start */
  config?: Record<string, Json>
  /** dotted configuration paths that are set in a new repo */
  initialConfig?: Record<string, Json>
  repoPath?: string
  /** files that blocks may refer to (`add` with `nocopy`), if there are any */
  files?: ReferencedFiles
  /** called before and after automatic garbage collection */
  onGc?: (news: GcNews) => void
  /** called on a request to stop the node (`shutdown`), instead of stopping it; must not throw */
  onShutdown?: () => void
  /**
   * Keeps runtime settings of commands, and the peers of the node, for the duration of this session. Only in memory
   * when left out.
   */
  session?: RuntimeSession
  /**
   * called when the next start of this session has peers to dial again, and when it no longer has any; must neither
   * throw nor reject
   */
  onKeptPeers?: (hasPeers: boolean) => Promise<void> | void
  /** log sink of the node; default: a new one */
  logs?: Logs
  /** when jobs get a row in the datastore, and how often it is updated */
  jobTimes?: Partial<JobTimes>
  /** packages of the program, if the build knows them */
  dependencies?: () => Promise<readonly Dependency[]>
}

/**
 * Creates a node on its stores. A new repo gets an identity, the default configuration and the pinned empty directory,
 * like `ipfs init`. If a step fails, it closes everything that it has opened; the datastore stays open, and belongs to
 * its owner.
 *
 * @example
 * ```ts
 * const node = await createNode({
 *   openBlockstore: async () => new MemoryBlockstore(),
 *   datastore: await openDatastore('my-node')
 * })
 * await node.stop()
 * ```
 */
export async function createNode (init: NodeInit): Promise<IpfsNode> {
  const openedMs = performance.now()
  const {
    openBlockstore,
    exchange: makeExchange,
    retrieval: makeRetrieval,
    openSwarm,
    isOff = () => false,
    swarmAfterMs = 0,
    online = makeExchange != null || openSwarm != null,
    config: overrides,
    initialConfig,
    logs = new Logs()
  } = init
  const changes = new Changes()
  const announcing: { by?: Providing } = {}

  const datastore = watchedDatastore(init.datastore, (keys) => {
    topicsOf(keys).forEach((topic) => {
      changes.tell(topic)
    })
    announcing.by?.pinned(keys)

    if (logs.passes('pin', 'debug') && topicsOf(keys).has('pins')) {
      logs.logger('pin').debug('pins were written')
    }
  })

  const identity = await openIdentity(datastore)
  const config = await openConfig(datastore, { overrides, initial: initialConfig, peerId: identity.peerId.toString() })
  const opened = await openBlockstore(config.get('Datastore.Spec'))
  const stored = config.get<boolean>('Datastore.HashOnRead') === true ? new HashOnRead(opened) : opened
  const references = openReferences({ datastore, store: stored, files: init.files }, config)
  const blockstore = references == null ? stored : new ReferringBlockstore(stored, references)
  let exchange: Exchange | undefined

  try {
    const net = nodeNet(config)
    const runtime = init.session == null
      ? undefined
      : await RuntimeState.open(datastore, init.session, {
        failed: (err) => {
          logs.logger('core').warn(`what was set until the node stops is not kept: ${err.message}`)
        }
      })
    const routing = init.delegatedRouting == null
      ? undefined
      : new DelegatedRouting(config, {
        ...init.delegatedRouting,
        userAgent: init.delegatedRouting.namesNode === true ? () => agentVersion(config) : undefined
      })
    const swarm: LazySwarm | undefined = !online || openSwarm == null
      ? undefined
      : new LazySwarm(async () =>
        await openSwarm({
          identity,
          config,
          blockstore,
          datastore,
          net,
          logs,
          agentVersion: agentVersion(config),
          findPeer: async (peer, options) => await findPeer({ config, routing, swarm }, parsePeerId(peer), options)
        }), { isOff: () => isOff(config) })
    const deps = { identity, config, blockstore, datastore }
    exchange = online ? onlineExchange({ config, routing, swarm }, makeExchange?.(deps)) : makeRetrieval?.(deps)
    const node = compose({
      identity,
      config,
      blockstore,
      datastore,
      references,
      exchange,
      swarm,
      routing,
      net,
      runtime,
      changes,
      logs,
      announcing,
      isNew: await isNewRepo(datastore)
    }, { ...init, online, isOnline: () => online && !isOff(config) })
    node.services.add(new ResumedJobs(node))
    node.services.add(new PinCatchUp(node))
    node.services.add(new NameRenewals(node, swarm))
    node.services.add(new MfsRemotePins(node))
    node.services.add(new AutoGc(node, { tell: init.onGc }))

    if (node.providing != null) {
      node.services.add(node.providing)
    }

    if (node.keptPeers != null) {
      node.services.add(node.keptPeers)
    }

    if (swarm != null) {
      node.services.add(new SwarmStart(swarm, changes, { afterMs: swarmAfterMs }))
    }

    init.services?.forEach((makeService) => {
      node.services.add(makeService(node))
    })
    await initRepo(node)
    // A full disk must not prevent the start; the loss is noted at the next start then.
    await noteLostBlocks(node).catch(() => {})
    // The initial blocks of a repo are not announced as new.
    announcing.by = node.providing
    await exchange?.start?.()
    node.logs.logger('core').info('the node is open', {
      ms: Math.round(performance.now() - openedMs),
      online,
      isNew: node.isNew
    })
    return node
  } catch (err) {
    // Ignores errors of closing: the reason of the failed start matters.
    await closeAll([async () => {
      await exchange?.stop?.()
    }, async () => {
      await blockstore.close()
    }]).catch(() => {})
    throw err
  }
}

/** Combines the peers and the other exchange into one that queries both. */
function onlineExchange (sources: PeerSources, other: Exchange | undefined): Exchange {
  const peers = sources.swarm == null
    ? undefined
    : new PeerExchange(sources.swarm, { findProviders: (cid, options) => findProviders(sources, cid, options) })
  return peers != null && other != null ? new CombinedExchange([peers, other]) : peers ?? other ?? new NoPeers()
}

type Parts =
  & Pick<
    IpfsNode,
    | 'identity'
    | 'config'
    | 'blockstore'
    | 'references'
    | 'exchange'
    | 'swarm'
    | 'routing'
    | 'net'
    | 'runtime'
    | 'changes'
    | 'logs'
    | 'isNew'
  >
  & Pick<NodeInit, 'datastore'>
  & { announcing: { by?: Providing } }

function compose (
  { blockstore, datastore, exchange, swarm, runtime, changes, logs, announcing, ...parts }: Parts,
  {
    online = false,
    isOnline,
    repoPath = '/swipfs',
    dependencies = async () => [],
    hold,
    onShutdown,
    jobTimes,
    providing,
    sockets,
    httpService,
    linkedNames,
    onKeptPeers
  }: NodeInit & { isOnline: () => boolean }
): IpfsNode {
  const pins = new DatastorePinStore(datastore)
  const services = new Services(hold, logs.logger('services'))
  const watched = new WatchedBlockstore(
    blockstore,
    () => {
      changes.tell('repo')
    },
    exchange == null ? undefined : (blocks) => {
      exchange.notify(blocks)
      announcing.by?.came(blocks.map(({ cid }) => cid))
    }
  )
  SUBSYSTEMS.forEach((name) => {
    logs.logger(name)
  })
  const repo = {
    blockstore: watched,
    datastore,
    config: parts.config,
    gcLock: new ReadWriteLock(),
    gcRoots: pinRoots(pins),
    logs
  }
  const keys = new KeyStore(datastore, parts.identity.privateKey)
  const repairs = new Repairs(datastore)
  const lookup = dnslink(new DnsResolver(parts.config))
  const lookupLinked: LookupDnslink = async (domain, options) => {
    const path = linkedNames?.get(domain)
    return path == null ? await lookup(domain, options) : { path, ttlMs: 0 }
  }

  const names = new Names({
    datastore,
    config: parts.config,
    online: isOnline,
    dnslink: lookupLinked,
    places: () => recordPlaces(parts.config, swarm, parts.routing),
    ownKeys: async () => await keys.privateKeys(),
    log: logs.logger('namesys'),
    tell: (name, { place, problem }) => {
      logs.logger('namesys')[problem == null ? 'info' : 'warn'](
        problem == null ? 'a record was published' : 'a record was not published',
        { name, place, ...problem == null ? {} : { problem } }
      )
    }
  })

  const pinIndex = new PinIndex(pins, blockReader(blockstore, undefined))
  const mfs = new Mfs(repo, {
    isOffline: !isOnline(),
    onLost: async (lost, kept) => {
      logs.logger('mfs').error('the root of the mutable files is damaged', {
        lost: lost.toString(),
        replacedBy: kept?.toString() ?? 'an empty directory'
      })
      await repairs.add({
        at: new Date().toISOString(),
        what: kept == null ? 'files-lost' : 'files-older',
        pins: await countPins(pins),
        lost: lost.toString()
      })
    }
  })
  const requests = new RequestLog()
  const jobKinds = new Map<string, RemakeKind>()
  const jobs = new Jobs({
    ...jobTimes,
    datastore,
    remake: remakeJob({
      ...repo,
      references: parts.references,
      pins,
      pinIndex,
      exchange,
      identity: parts.identity,
      get swarm () {
        return isOnline() ? swarm : undefined
      },
      get online () {
        return isOnline()
      },
      names,
      keys
    }, jobKinds),
    changed: () => {
      changes.tell('jobs')
    },
    unasked: (job) => requests.begin(jobAsRequest(job)),
    log: (kind) => logs.logger(kind.startsWith('pin/') ? 'pin' : 'core')
  })

  const streamMounts = new StreamMounts({
    self: parts.identity.peerId.toString(),
    swarm,
    warn: (text, details) => {
      logs.logger('p2p-mount').warn(text, details)
    }
  })
  const service = httpService?.({ ...repo, names })
  const endRecording = runtime == null
    ? []
    : [
      keepRuntimeState(runtime, { peering: parts.net.peering, logs, requests }),
      ...swarm == null ? [] : [keepFollowedNames(runtime, swarm)]
    ]
  const keptListeners = runtime == null ? undefined : new KeptListeners(runtime)
  const keptPeers = runtime == null || swarm == null
    ? undefined
    : new KeptPeers({ swarm, state: runtime, changed: onKeptPeers })

  if (service != null && parts.config.get<boolean>('Experimental.Libp2pStreamMounting') === true) {
    keptListeners?.restore(streamMounts, service)
  }

  let stopped: Promise<void> | undefined

  const stop = async (reason?: Error): Promise<void> => {
    await (stopped ??= closeAll([
      async () => {
        jobs.stop(reason)
      },
      async () => {
        endRecording.forEach((end) => {
          end()
        })
        await runtime?.saved()
      },
      async () => {
        logs.logger('core').info('the node is stopping')
        await services.stop()
      },
      async () => {
        streamMounts.stop()
      },
      async () => {
        changes.flush()
      },
      async () => {
        await exchange?.stop?.()
      },
      async () => {
        await swarm?.stop()
      },
      async () => {
        await blockstore.close()
      },
      async () => {
        await datastore.close?.()
      }
    ]))
  }

  const node = {
    ...parts,
    ...repo,
    pins,
    repairs,
    pinIndex,
    mfs,
    mountedFiles: new MountedFiles(datastore, mfs),
    keys,
    names,
    streamMounts,
    sockets,
    httpService: service,
    runtime,
    keptListeners,
    keptPeers,
    exchange,
    get swarm () {
      return isOnline() ? swarm : undefined
    },
    get online () {
      return isOnline()
    },
    jobs,
    jobKinds,
    requests,
    changes,
    services,
    repoPath,
    dependencies,

    endRuntime: async () => {
      endRecording.forEach((end) => {
        end()
      })
      await runtime?.clear()

      if (runtime != null) {
        logs.restoreLevels()
        await onKeptPeers?.(false)
      }
    },

    shutDown: onShutdown ?? (() => {
      stop().catch(() => {})
    }),
    stop
  }

  return Object.assign(node, { providing: online ? providing?.(node) : undefined })
}

/** Returns the places of name records in addition to the datastore, according to the current configuration. */
function recordPlaces (
  config: ConfigStore,
  swarm: LazySwarm | undefined,
  routing: DelegatedRouting | undefined
): RecordPlace[] {
  return [
    ...routing?.recordPlaces() ?? [],
    ...swarm?.isOff === false && config.get<boolean | null>('Ipns.UsePubsub') === true ? [pubsubPlace(swarm)] : [],
    ...swarm?.isOff === false && hasDht(config) ? [dhtPlace(swarm)] : []
  ]
}

/**
 * Closes one after the other, and continues after errors.
 *
 * @throws the first error
 */
async function closeAll (closings: Array<() => Promise<void>>): Promise<void> {
  const errors: unknown[] = []

  for (const close of closings) {
    await close().catch((err: unknown) => {
      errors.push(err)
    })
  }

  if (errors.length > 0) {
    throw errors[0]
  }
}

/** Protects the blocks of pins from garbage collection. */
function pinRoots (pins: PinStore): GcRoots {
  const roots = new GcRoots()
  roots.add('whole', () => cidsOf(pins, 'recursive'))
  roots.add('alone', () => cidsOf(pins, 'direct'))
  return roots
}

async function* cidsOf (pins: PinStore, mode: PinMode): AsyncGenerator<CID> {
  for await (const { cid } of pins.list(mode, { names: false })) {
    yield cid
  }
}

/** Opens the references. As in Kubo, the settings at the start of the node apply. */
function openReferences (
  parts: Pick<ReferencesInit, 'datastore' | 'store' | 'files'>,
  config: ConfigStore
): References | undefined {
  const allowFiles = config.get<boolean>('Experimental.FilestoreEnabled') === true
  const allowUrls = config.get<boolean>('Experimental.UrlstoreEnabled') === true
  return allowFiles || allowUrls ? new References({ ...parts, allowFiles, allowUrls }) : undefined
}

async function openIdentity (datastore: Datastore): Promise<Identity> {
  const row = await ifFound(() => datastore.get(IDENTITY_KEY))

  if (row != null) {
    return decodeIdentity(new TextDecoder().decode(row))
  }

  const identity = await createIdentity()
  await datastore.put(IDENTITY_KEY, new TextEncoder().encode(encodeIdentity(identity)))
  return identity
}
