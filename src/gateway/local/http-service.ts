import { isDomainName } from '../../names/record/ipns-name.ts'
import { NameNotResolvedError } from '../../path/name-not-resolved-error.ts'
import type { HttpService } from '../../swarm/streams/http-service.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { offlineNames } from '../backends/gateway-names.ts'
import { handleGateway } from '../handler/handler.ts'
import { httpStreams } from './http-streams.ts'
import { localGateway } from './local-gateway.ts'
import type { LocalGatewayParts } from './local-gateway.ts'

/**
 * Makes the gateway service for peers, over streams that speak HTTP/1.1 (`p2p/listen` with the target `/http`). It
 * serves local content only: a request of a stranger must not cause fetches or name lookups. It exposes neither mutable
 * files nor the RPC.
 *
 * @example
 * ```ts
 * const serve = httpService(node)
 * ```
 */
export function httpService (node: Pick<LocalGatewayParts, 'config' | 'blockstore' | 'names' | 'logs'>): HttpService {
  const { config, blockstore, names, logs } = node
  const serve = httpStreams()

  return (stream, root) => {
    const parts: LocalGatewayParts = {
      config,
      blockstore,
      names: namesHere(names, root),
      logs,
      exchange: undefined,
      online: false
    }

    return serve(
      stream,
      async (request, target) => await handleGateway(request, async () => localGateway(parts), { target, root })
    )
  }
}

/**
 * Returns name functions that use local knowledge only. A stranger's request causes no DNS lookup, except for the
 * domain of the published root.
 */
function namesHere (names: GatewayNames, root: string): GatewayNames {
  return offlineNames(names, (path) => {
    if (isDomainName(path.root) && root !== `/ipns/${path.root}`) {
      throw new NameNotResolvedError()
    }

    return path
  })
}
