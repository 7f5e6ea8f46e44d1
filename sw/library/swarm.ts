import { openSwarmInWorker } from '../swarm-part.ts'
import type { SwarmPart } from './swarm-part.ts'

export type { SwarmPart }

/**
 * What makes the node of a worker a peer: larger than all else, and of no use to an app that only keeps and reads.
 *
 * @example
 * ```ts
 * import { swipfs } from 'swipfs/worker'
 * import { swarm } from 'swipfs/worker/swarm'
 *
 * const node = swipfs({ swarm })
 * ```
 */
export const swarm: SwarmPart = { openSwarmInWorker }
