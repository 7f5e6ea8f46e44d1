import { openSwarmInWorker } from '../swarm/swarm-part.ts'
import type { SwarmPart } from './swarm-part.ts'

export type { SwarmPart }

/**
 * Makes the node of a worker a peer. It is the largest part of the package, and not needed by an app that only stores
 * and reads.
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
