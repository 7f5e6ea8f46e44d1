import type { Exchange } from '../../blocks/exchange/exchange.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import type { Swarm } from '../../swarm/swarm.ts'

/**
 * Errors of commands that need an online node. Kubo has two wordings (`core/commands/commands.go`,
 * `core/coreiface/errors.go`).
 */
export const MUST_BE_ONLINE = "this command must be run in online mode. Try running 'ipfs daemon' first"
export const ACTION_MUST_BE_ONLINE = "this action must be run in online mode, try running 'ipfs daemon' first"

/**
 * Returns the swarm of a node, and starts it if needed.
 *
 * @param words - error message for a node without a swarm; Kubo has several
 */
export async function requireSwarm (
  { swarm }: Pick<IpfsNode, 'swarm'>,
  signal: AbortSignal,
  words = ACTION_MUST_BE_ONLINE
): Promise<Swarm> {
  if (swarm == null) {
    throw new Error(words)
  }

  return await swarm.get(signal)
}

/**
 * Returns the exchange of an online node.
 *
 * @throws an Error with Kubo's message if the node is offline
 */
export function onlineExchange ({ exchange, online }: Pick<IpfsNode, 'exchange' | 'online'>): Exchange {
  if (exchange == null || !online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return exchange
}

/**
 * Returns the exchange of an online node, for the commands that report a client error otherwise.
 *
 * @throws a CommandError if the node is offline
 */
export function exchangeToRun ({ exchange, online }: Pick<IpfsNode, 'exchange' | 'online'>): Exchange {
  if (exchange == null || !online) {
    throw new CommandError(`unable to run offline: ${MUST_BE_ONLINE}`, ERROR_CODES.client)
  }

  return exchange
}
