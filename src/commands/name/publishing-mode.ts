import type { IpfsNode } from '../../node/interface/ipfs-node.ts'

/**
 * Rejects the combination of two exclusive ways of publishing.
 *
 * @throws an Error with Kubo's message
 */
export function refuseBothModes (allowOffline: boolean | undefined, allowDelegated: boolean | undefined): void {
  if (allowOffline === true && allowDelegated === true) {
    throw new Error('cannot use both --allow-offline and --allow-delegated flags')
  }
}

/**
 * Checks that there is a publisher over HTTP.
 *
 * @throws an Error with Kubo's message if there is none
 */
export function checkPublishers ({ names }: Pick<IpfsNode, 'names'>): void {
  if (!names.hasPublishers) {
    throw new Error(
      'no delegated publishers configured: add Ipns.DelegatedPublishers or use --allow-offline for local-only ' +
        'publishing'
    )
  }
}
