import type { JobState } from '../jobs/job-state.ts'
import type { PinMode } from '../pins/pin-store.ts'
import type { IpfsNode } from './ipfs-node.ts'
import type { ServiceState } from './services.ts'

/** A node as its developers want to see it: counters and states, nothing of what it keeps and no keys. */
export interface NodeReport {
  peerId: string
  online: boolean
  /** `Datastore.Spec` */
  store: unknown
  blocks: number
  bytes: number
  pins: Record<PinMode, number>
  /** adders and collectors of garbage: who holds the lock for adding now, and how often each kind was let in since the start */
  gcLock: { readers: number, reads: number, writes: number }
  services: Array<Omit<ServiceState, 'error'> & { error?: string }>
  /** what runs, and what ran lately (`diag/cmds`), without arguments and options: these are content, and may be secrets */
  requests: Array<{ command: string, begun: string, ms: number, active: boolean }>
  jobs: Array<Pick<JobState, 'kind' | 'state' | 'begun' | 'progress' | 'resumed' | 'waiting'>>
  /** settings that are kept and cannot be used */
  ignoredSettings: string[]
}

/** Looks into a node that is running. Counts the pins one by one. */
export async function inspectNode (node: IpfsNode): Promise<NodeReport> {
  return {
    peerId: node.identity.peerId.toString(),
    online: node.online,
    store: node.config.get('Datastore.Spec'),
    ...await node.blockstore.stat(),
    pins: { recursive: await count(node.pins.list('recursive', { names: false })), direct: await count(node.pins.list('direct', { names: false })) },
    gcLock: node.gcLock.census(),
    services: node.services.list().map(({ error, ...state }) => ({ ...state, ...(error == null ? {} : { error: error.message }) })),
    requests: node.requests.list().map(({ command, begun, ended }) => ({ command, begun: new Date(begun).toISOString(), ms: (ended ?? Date.now()) - begun, active: ended == null })),
    jobs: node.jobs.list().map(({ kind, state, begun, progress, resumed, waiting }) => ({ kind, state, begun, progress: { ...progress }, resumed, waiting })),
    ignoredSettings: node.config.problems().map(({ key }) => key)
  }
}

async function count (items: AsyncIterable<unknown>): Promise<number> {
  let found = 0

  for await (const _ of items) {
    found++
  }

  return found
}
