import type { IpfsNode } from '../../node/ipfs-node.ts'

/** @throws an Error with Kubo's words when two ways of publishing are asked for that exclude each other */
export function refuseBothModes (allowOffline: boolean | undefined, allowDelegated: boolean | undefined): void {
  if (allowOffline === true && allowDelegated === true) {
    throw new Error('cannot use both --allow-offline and --allow-delegated flags')
  }
}

/** @throws an Error with Kubo's words where there is no publisher over HTTP */
export function checkPublishers ({ names }: Pick<IpfsNode, 'names'>): void {
  if (!names.hasPublishers) {
    throw new Error('no delegated publishers configured: add Ipns.DelegatedPublishers or use --allow-offline for local-only publishing')
  }
}
