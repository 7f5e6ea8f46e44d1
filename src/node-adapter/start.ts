import type { Datastore } from 'interface-datastore'
import type { Server } from 'node:http'
import { lockDependencies } from '../../scripts/build/lock-dependencies.mjs'
import { root } from '../commands/root.ts'
import type { Json } from '../config/values/config.ts'
import { httpService } from '../gateway/local/http-service.ts'
import { peerGateway } from '../gateway/local/peer-gateway.ts'
import { conditionalFetch } from '../net/auto-conf/conditional-fetch.ts'
import { createNode } from '../node/create-node.ts'
import { agentVersion } from '../node/identity/agent-version.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { announceToNetwork } from '../node/maintenance/announce-to-network.ts'
import type { ContentPath } from '../path/content-path.ts'
import type { PinningServiceInit } from '../pinning-service/handle-pinning-service.ts'
import { PinHosting } from '../pinning-service/pin-hosting.ts'
import { userOf } from '../pinning-service/user-of.ts'
import { HttpExchange } from '../retrieval/http-exchange.ts'
import { plainError } from '../rpc/response/plain-responses.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { SortedDatastore } from '../store/datastore/sorted-datastore.ts'
import { gatewayPeers } from '../swarm/streams/gateway-peers.ts'
import { gatewayApp } from './apps/gateway-app.ts'
import { rpcApp } from './apps/rpc-app.ts'
import { gatewayHeaderLines, rpcHeaderLines } from './http/header-lines.ts'
import type { RequestHandler } from './http/request-handler.ts'
import { startHttpServer } from './http/server.ts'
import { followDenylistFolder } from './network/denylist-folder.ts'
import { fetchInsecurely } from './network/fetch-insecurely.ts'
import { openSwarmInNode } from './network/open-swarm-in-node.ts'
import { TCP_SOCKETS } from './network/tcp-sockets.ts'

/** Listen addresses of a new repo: only this machine, at free ports. */
const SWARM_ADDRESSES = ['/ip4/127.0.0.1/tcp/0', '/ip4/127.0.0.1/tcp/0/ws']

/** Time to send the answer of `shutdown`. */
const ANSWER_MS = 100

export interface StartOptions {
  rpcPort?: number
  gatewayPort?: number
  /** Kubo's `--offline` */
  offline?: boolean
  /** dotted configuration paths that are set before the start */
  config?: Record<string, Json>
  /** timeout of a stalled upload; 0 for none, default: 60 s */
  uploadStallMs?: number
  /** Token with which clients may pin here: it enables the IPFS Pinning Service API at `/psa` of the RPC port. */
  psaToken?: string
  /** content paths of domain names that are resolved without DNS (Kubo's `IPFS_NS_MAP`) */
  names?: ReadonlyMap<string, ContentPath>
  /** folder with `*.deny` files, which are followed; default: none */
  denylists?: string | undefined
  /** called on `shutdown`; default: closes the servers and stops the node */
  onShutdown?: () => void
  /** a repo to reopen; default: a new one in memory */
  repo?: { store: Blockstore; data: Datastore }
}

export interface StartedNode {
  node: IpfsNode
  rpcPort: number
  gatewayPort: number
  /** Stops the servers and cuts their connections. Leaves the repo as it is. */
  close: () => Promise<void>
}

/** Serves a node over HTTP on 127.0.0.1, like a Kubo daemon; port 0 picks a free one. For tests and development. */
export async function startNode (options: StartOptions = {}): Promise<StartedNode> {
  const { store, data } = options.repo ?? { store: new MemoryBlockstore(), data: new SortedDatastore() }

  let hosting: PinHosting | undefined
  let isDown = false

  const node = await createNode({
    openBlockstore: async () => store,
    datastore: data,
    online: options.offline !== true,
    openSwarm: openSwarmInNode,
    sockets: TCP_SOCKETS,
    httpService,
    peerGateway,
    peerSource: gatewayPeers,
    exchange: ({ config }) =>
      new HttpExchange({ config, auto: false, waits: true, userAgent: () => agentVersion(config) }),
    delegatedRouting: { auto: false, namesNode: true },
    linkedNames: options.names,
    providing: announceToNetwork,
    // This node uses no recommendations by itself, so those of the public network are not fetched.
    autoConf: options.offline === true
      ? undefined
      : {
        isOff: (config) => (config.get<string | null>('AutoConf.URL') ?? '') === '',
        send: conditionalFetch({ fetchInsecurely, userAgent: () => agentVersion(node.config) })
      },
    services: options.psaToken == null ? [] : [(node) => (hosting = new PinHosting(node))],
    initialConfig: { 'Addresses.Swarm': SWARM_ADDRESSES },
    config: options.config,
    dependencies: async () => await lockDependencies(),
    onShutdown: () => {
      isDown = true
      setTimeout(
        options.onShutdown ?? (() => {
          void close()
        }),
        ANSWER_MS
      )
    }
  })

  const unfollow = options.denylists == null ? () => {} : await followDenylistFolder(node, options.denylists)

  // After a shutdown requests are refused, even on existing connections.
  const whileUp = (answer: RequestHandler): RequestHandler => async (...call) =>
    isDown ? plainError('the node was shut down', 503) : await answer(...call)

  const rpc = await startHttpServer(
    whileUp(
      rpcApp(node, root, () => rpc.port, {
        uploadStallMs: options.uploadStallMs,
        pinningService: pinningService(options.psaToken, hosting)
      })
    ),
    { port: options.rpcPort ?? 0, headerLines: rpcHeaderLines(node.config) }
  )
  const gateway = await startHttpServer(whileUp(gatewayApp(node)), {
    port: options.gatewayPort ?? 0,
    headerLines: gatewayHeaderLines(node.config)
  })
    .catch(async (err: Error) =>
      await closeServer(rpc.server).then(() => {
        throw err
      })
    )

  const close = async (): Promise<void> => {
    unfollow()
    await Promise.all([rpc.server, gateway.server].map(closeServer))
  }
  void node.services.start()

  return {
    node,
    rpcPort: rpc.port,
    gatewayPort: gateway.port,
    close
  }
}

function pinningService (token: string | undefined, hosting: PinHosting | undefined): PinningServiceInit | undefined {
  return token == null || hosting == null ? undefined : { userOf: userOf({ '': token }), open: () => hosting }
}

async function closeServer (server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
