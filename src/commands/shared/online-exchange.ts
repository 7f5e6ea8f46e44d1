import type { Exchange } from '../../blocks/exchange.ts'
import type { IpfsNode } from '../../node/ipfs-node.ts'
import { CommandError, ERROR_CODES } from '../../rpc/errors.ts'
import { MUST_BE_ONLINE } from './online-errors.ts'

/** The exchange of a node that was started online. @throws an Error with Kubo's words on another */
export function onlineExchange ({ exchange, online }: Pick<IpfsNode, 'exchange' | 'online'>): Exchange {
  if (exchange == null || !online) {
    throw new Error(MUST_BE_ONLINE)
  }

  return exchange
}

/** The same for the commands that call it a fault of the client. @throws a CommandError */
export function exchangeToRun ({ exchange, online }: Pick<IpfsNode, 'exchange' | 'online'>): Exchange {
  if (exchange == null || !online) {
    throw new CommandError(`unable to run offline: ${MUST_BE_ONLINE}`, ERROR_CODES.client)
  }

  return exchange
}
