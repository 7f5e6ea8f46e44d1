import { http1Duplex } from '../http/http1-duplex.ts'
import { isDomainName } from '../names/is-domain-name.ts'
import { NameNotResolvedError } from '../path/name-not-resolved-error.ts'
import type { HttpService } from '../swarm/streams/http-service.ts'
import type { GatewayNames } from './backends/gateway-names.ts'
import { offlineNames } from './backends/offline-names.ts'
import { handleGateway } from './handler.ts'
import { localGateway } from './local-gateway.ts'
import type { LocalGatewayParts } from './local-gateway.ts'

/** Streams that are answered at once; further ones are refused. Each holds a head and a chunk of its answer. */
const MAX_STREAMS = 64

/**
 * The gateway as a service for peers, by streams that speak HTTP/1.1 (`p2p/listen` with a target of `/http`). It shows what is here alone: nothing is fetched, and
 * no name asked for elsewhere, because a stranger wants it. Mutable files are not shown, and the RPC is not behind it.
 */
export function httpService (node: Pick<LocalGatewayParts, 'config' | 'blockstore' | 'names' | 'logs'>): HttpService {
  const { config, blockstore, names, logs } = node
  let streams = 0

  return (stream, root) => {
    if (streams >= MAX_STREAMS) {
      throw new Error(`${MAX_STREAMS} streams are answered already`)
    }

    streams++

    const parts: LocalGatewayParts = { config, blockstore, names: namesHere(names, root), logs, exchange: undefined, online: false }

    return http1Duplex({
      answer: async (request, target) => await handleGateway(request, async () => localGateway(parts), { target, root }),
      cut: (reason) => { stream.abort(reason) },
      ended: () => { streams-- }
    })
  }
}

/** Names as far as this machine knows them. No name server is asked for a domain that a stranger names; for the one that is shown to all it is. */
function namesHere (names: GatewayNames, root: string): GatewayNames {
  return offlineNames(names, (path) => {
    if (isDomainName(path.root) && root !== `/ipns/${path.root}`) {
      throw new NameNotResolvedError()
    }

    return path
  })
}
