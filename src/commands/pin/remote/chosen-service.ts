import type { IpfsNode } from '../../../node/interface/ipfs-node.ts'
import type { PinningService } from '../../../pins/remote/pinning-service.ts'
import { RemoteServices } from '../../../pins/remote/remote-services.ts'

/**
 * Returns the service that the `service` option names.
 *
 * @throws an Error with Kubo's message
 */
export function chosenService ({ config }: IpfsNode, name: string | undefined): PinningService {
  if (name == null) {
    throw new Error('a service name must be passed')
  }

  if (name === '') {
    throw new Error('remote pinning service name not specified')
  }

  return new RemoteServices(config).get(name)
}
