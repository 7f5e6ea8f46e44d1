import type { CID } from 'multiformats/cid'
import { cidText } from '../cid/cid-text.ts'
import { pinRemoteAdd } from '../jobs/kinds/pin-remote-add.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import type { RemotePin } from '../pins/remote/remote-pin.ts'

export interface PinAtServiceOptions {
  /** default: none */
  name?: string
  /** true waits only until the service has taken the request */
  background?: boolean
  /** until when it may take, in milliseconds since 1970, also behind a kill */
  until?: number
  signal?: AbortSignal
}

/**
 * Has a remote pinning service keep something, and waits until it does. A job: it goes on behind a kill, and joins one that asks the same service for
 * the same, so that the service is asked once.
 *
 * @param service - as the configuration names it (`Pinning.RemoteServices`)
 * @returns what the service says of the pin
 * @throws PinningServiceError, or an Error with Kubo's words when there is no such service
 */
export async function pinAtService (node: Pick<IpfsNode, 'config' | 'jobs' | 'blockstore' | 'swarm' | 'identity'>, cid: CID, service: string, { name = '', background = false, until, signal = new AbortController().signal }: PinAtServiceOptions = {}): Promise<RemotePin> {
  const leaving = new AbortController()
  let taken: RemotePin | undefined

  const report = (pin: RemotePin): void => {
    if (background && taken == null) {
      taken = pin
      leaving.abort()
    }
  }

  try {
    return await node.jobs.run(pinRemoteAdd(node, { service, cid: cidText(cid), name }), { signal: AbortSignal.any([signal, leaving.signal]), until, report }).result
  } catch (err) {
    if (taken == null) {
      throw err
    }

    return taken
  }
}
