import type { Exchange } from '../../blocks/exchange/exchange.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import { MUST_BE_ONLINE } from './online-errors.ts'

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
