import type { JobState } from '../jobs/job-state.ts'
import type { PinMode } from '../pins/store/pin-store.ts'
import type { IpfsNode } from './interface/ipfs-node.ts'
import type { ServiceState } from './services/services.ts'

/** A debug report of a node: counters and states, without content and keys. */
export interface NodeReport {
  peerId: string
  online: boolean
  /** `Datastore.Spec` */
  store: unknown
  blocks: number
  bytes: number
  pins: Record<PinMode, number>
  /**
   * adders and garbage collectors: current holders of the shared lock, and how often each kind has acquired the lock
   * since the start
   */
  gcLock: { readers: number; reads: number; writes: number }
  services: Array<Omit<ServiceState, 'error'> & { error?: string }>
  /** running and recent requests (`diag/cmds`), without arguments and options: they are content, and may be secret */
  requests: Array<{ command: string; begun: string; ms: number; active: boolean }>
  jobs: Array<Pick<JobState, 'kind' | 'state' | 'begun' | 'progress' | 'resumed' | 'waiting'>>
  /** stored settings that cannot be used */
  ignoredSettings: string[]
}

/** Creates the report of a running node. Counts the pins one by one. */
export async function inspectNode (node: IpfsNode): Promise<NodeReport> {
  return {
    peerId: node.identity.peerId.toString(),
    online: node.online,
    store: node.config.get('Datastore.Spec'),
    ...await node.blockstore.stat(),
    pins: {
      recursive: await countItems(node.pins.list('recursive', { names: false })),
      direct: await countItems(node.pins.list('direct', { names: false }))
    },
    gcLock: node.gcLock.census(),
    services: node.services.list().map(({ error, ...state }) => ({
      ...state,
      ...(error == null ? {} : { error: error.message })
    })),
    requests: node.requests.list().map(({ command, begun, ended }) => ({
      command,
      begun: new Date(begun).toISOString(),
      ms: (ended ?? Date.now()) - begun,
      active: ended == null
    })),
    jobs: node.jobs.list().map(({ kind, state, begun, progress, resumed, waiting }) => ({
      kind,
      state,
      begun,
      progress: { ...progress },
      resumed,
      waiting
    })),
    ignoredSettings: node.config.problems().map(({ key }) => key)
  }
}

async function countItems (items: AsyncIterable<unknown>): Promise<number> {
  let found = 0

  for await (const _ of items) {
    found++
  }

  return found
}
