import { Logs } from '../log/logs.ts'
import { SUBSYSTEMS } from '../log/subsystems.ts'
import { watchedDatastore } from '../store/datastore/watched-datastore.ts'
import type { Dependency, IpfsNode } from './interface/ipfs-node.ts'
import { RepairSearch } from './maintenance/repair-search.ts'
import { closeAll } from './parts/close-all.ts'
import { createJobs } from './parts/jobs.ts'
import type { JobsInit } from './parts/jobs.ts'
import { createNames } from './parts/names.ts'
import type { NamesInit } from './parts/names.ts'
import { createNetwork } from './parts/network.ts'
import type { Network, NetworkInit } from './parts/network.ts'
import { openRepo } from './parts/repo.ts'
import type { OpenRepo, RepoInit } from './parts/repo.ts'
import { addServices } from './parts/services.ts'
import type { ServicesInit } from './parts/services.ts'
import { createSession, openRuntimeState } from './parts/session.ts'
import type { SessionInit } from './parts/session.ts'
import { createStorage } from './parts/storage.ts'
import type { StorageInit } from './parts/storage.ts'
import { createStreams } from './parts/streams.ts'
import type { StreamsInit } from './parts/streams.ts'
import type { Providing } from './providing/providing.ts'
import { initRepo } from './repo/init-repo.ts'
import { recordLostBlocks } from './repo/record-lost-blocks.ts'
import { changedTopics } from './services/changed-topics.ts'
import { Changes } from './services/changes.ts'
import { Services } from './services/services.ts'
import type { RuntimeState } from './session/runtime-state.ts'

/** Options of a node. Each group belongs to a part that the node is composed from. */
export interface NodeInit
  extends RepoInit, StorageInit, NetworkInit, NamesInit, JobsInit, SessionInit, StreamsInit, ServicesInit {
  /** called on a request to stop the node (`shutdown`), instead of stopping it; must not throw */
  onShutdown?: () => void
  /** log sink of the node; default: a new one */
  logs?: Logs
  /** packages of the program, if the build knows them */
  dependencies?: () => Promise<readonly Dependency[]>
}

/** Shared state of the parts of a node during its creation. */
interface Foundation {
  repo: OpenRepo
  network: Network
  runtime: RuntimeState | undefined
  changes: Changes
  logs: Logs
  /** receives new blocks and pins, as soon as the repo is initialized */
  announcing: { by?: Providing }
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
  const { logs = new Logs() } = init
  const changes = new Changes()
  const announcing: Foundation['announcing'] = {}
  const datastore = watchedDatastore(init.datastore, (keys) => {
    const topics = changedTopics(keys)
    topics.forEach((topic) => {
      changes.notify(topic)
    })

    if (topics.has('pins')) {
      logs.logger('pin').debug('pins were written')
    }
  })
  const repo = await openRepo({ ...init, datastore }, logs)
  let network: Network | undefined

  try {
    const runtime = await openRuntimeState(init, datastore, logs)
    network = createNetwork(init, repo, logs)
    const node = composeNode(init, { repo, network, runtime, changes, logs, announcing })
    addServices(init, node, network)
    await initRepo(node)
    // A full disk must not prevent the start; the loss is noted at the next start then.
    await recordLostBlocks(node).catch(() => {})
    // The initial blocks of a repo are not announced as new.
    announcing.by = node.providing
    await node.exchange?.start?.()
    const ms = Math.round(performance.now() - openedMs)
    logs.logger('core').info('the node is open', { ms, online: network.startedOnline, isNew: node.isNew })
    return node
  } catch (err) {
    // Ignores errors of closing: the reason of the failed start matters.
    await closeAll([() => network?.members.exchange?.stop?.(), () => repo.blockstore.close()]).catch(() => {})
    throw err
  }
}

/** Creates the parts of a node, and combines them. */
function composeNode (init: NodeInit, { repo, network, runtime, changes, logs, announcing }: Foundation): IpfsNode {
  const { exchange } = network.members
  SUBSYSTEMS.forEach((name) => {
    logs.logger(name)
  })

  const storage = createStorage(init, repo, {
    logs,
    isOffline: !network.members.online,
    onChange: () => {
      changes.notify('repo')
    },
    onBlocks: exchange == null ? undefined : (blocks) => {
      exchange.notify(blocks)
      announcing.by?.added(blocks.map(({ cid }) => cid))
    }
  })
  const names = createNames(init, repo, network, logs)
  const base = combineMembers(combineMembers(storage, names), network.members)
  const jobs = createJobs(init, base, () => {
    changes.notify('jobs')
  })
  const session = createSession(runtime, init, { network, logs, requests: jobs.requests })
  const streams = createStreams(init, base, network, session.members.keptListeners)
  const services = new Services(init.hold, logs.logger('services'))
  let stopped: Promise<void> | undefined

  const stop = async (reason?: Error): Promise<void> => {
    await (stopped ??= closeAll([
      () => {
        jobs.jobs.stop(reason)
      },
      () => session.stop(),
      () => {
        logs.logger('core').info('the node is stopping')
      },
      () => services.stop(),
      () => {
        streams.streamMounts.stop()
      },
      () => {
        changes.flush()
      },
      () => exchange?.stop?.(),
      () => network.ownSwarm?.stop(),
      () => repo.blockstore.close(),
      () => repo.datastore.close?.()
    ]))
  }

  const node = combineMembers(base, {
    repairReport: new RepairSearch(base),
    ...jobs,
    ...session.members,
    ...streams,
    changes,
    services,
    dependencies: init.dependencies ?? (async () => []),
    shutDown: init.onShutdown ?? (() => {
      stop().catch(() => {})
    }),
    stop
  })

  return Object.assign(node, { providing: network.startedOnline ? init.providing?.(node) : undefined })
}

/**
 * Combines the members of parts into one object. Keeps getters, because their values change; a spread would freeze
 * them.
 */
function combineMembers<A extends object, B extends object> (first: A, second: B): A & B {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(first),
    ...Object.getOwnPropertyDescriptors(second)
  }) as A & B
}
