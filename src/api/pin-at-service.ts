import type { CID } from 'multiformats/cid'
import { cidText } from '../cid/text/cid-text.ts'
import { pinRemoteAdd } from '../jobs/kinds/pin-remote-add.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import type { RemotePin } from '../pins/remote/remote-pin.ts'

export interface PinAtServiceOptions {
  /** default: none */
  name?: string
  /** true waits only until the service has accepted the request */
  background?: boolean
  /** deadline in milliseconds since 1970, also after a restart */
  until?: number
  signal?: AbortSignal
}

/**
 * Pins a CID at a remote pinning service, and waits until it is pinned. It is a job: it survives a crash, and joins an
 * equal job for that service, so that only one request is sent.
 *
 * @param service - its name in the configuration (`Pinning.RemoteServices`)
 * @returns the status of the pin from the service
 * @throws PinningServiceError, or an Error with Kubo's message if there is no such service
 * @example
 * ```ts
 * const { status } = await pinAtService(node, cid, 'my-service', { name: 'site', background: true })
 * ```
 */
export async function pinAtService (
  node: Pick<IpfsNode, 'config' | 'jobs' | 'blockstore' | 'swarm' | 'identity'>,
  cid: CID,
  service: string,
  { name = '', background = false, until, signal = new AbortController().signal }: PinAtServiceOptions = {}
): Promise<RemotePin> {
  const leaving = new AbortController()
  let taken: RemotePin | undefined

  const report = (pin: RemotePin): void => {
    if (background && taken == null) {
      taken = pin
      leaving.abort()
    }
  }

  try {
    return await node.jobs.run(pinRemoteAdd(node, { service, cid: cidText(cid), name }), {
      signal: AbortSignal.any([signal, leaving.signal]),
      until,
      report
    }).result
  } catch (err) {
    if (taken == null) {
      throw err
    }

    return taken
  }
}
