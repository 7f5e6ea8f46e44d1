import { lockDependencies } from '../../scripts/build/lock-dependencies.mjs'
import { root } from '../commands/root.ts'
import type { Json } from '../config/values/config.ts'
import { gatewayApp } from '../node-adapter/apps/gateway-app.ts'
import { rpcApp } from '../node-adapter/apps/rpc-app.ts'
import type { RequestHandler } from '../node-adapter/http/request-handler.ts'
import { openSwarmInNode } from '../node-adapter/network/open-swarm-in-node.ts'
import { TCP_SOCKETS } from '../node-adapter/network/tcp-sockets.ts'
import { createNode } from '../node/create-node.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { GATEWAY_PORT, identityVariables, RPC_PORT } from './dag/identity-variables.ts'
import type { Answered } from './replay/golden-compare.ts'
import { goldenPeer } from './replay/golden-peer.ts'
import type { Outgoing, Target } from './replay/golden-run.ts'
import { MEMORY } from './replay/golden-stores.ts'
import type { GoldenStore } from './replay/golden-stores.ts'
import { goldenSurroundings } from './replay/golden-surroundings.ts'
import type { Scenario } from './replay/golden-types.ts'

/** Configuration of the recorded nodes: see golden/README.md, "The node at the start of a scenario". */
export const RECORDED_CONFIG: Record<string, Json> = {
  Bootstrap: [],
  'Discovery.MDNS.Enabled': false,
  'AutoConf.Enabled': false,
  'Routing.Type': 'none',
  'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0'],
  'Addresses.API': `/ip4/127.0.0.1/tcp/${RPC_PORT}`,
  'Addresses.Gateway': `/ip4/127.0.0.1/tcp/${GATEWAY_PORT}`
}

/**
 * Creates a node in this process with a new repo, by default in memory. Requests go through the handlers of the Node
 * adapter.
 */
export async function nodeTarget ({ setup }: Scenario, openRepo: GoldenStore = MEMORY): Promise<Target> {
  const repo = openRepo()
  const beside = await goldenSurroundings(setup)
  const start = async (config: Record<string, Json>): Promise<IpfsNode> =>
    await createNode({
      openBlockstore: repo.blocks,
      datastore: await repo.data(),
      online: setup?.online !== false,
      openSwarm: openSwarmInNode,
      sockets: TCP_SOCKETS,
      config,
      dependencies: async () => await lockDependencies(),
      files: beside.files
    })

  let node = await start({ ...RECORDED_CONFIG, ...setup?.config })
  const peer = setup?.peer == null ? undefined : await goldenPeer(setup.peer, RECORDED_CONFIG)

  const answer: RequestHandler = async (request, trailer, target) => {
    switch (request.headers.get('x-golden-api')) {
      case 'gateway':
        return await gatewayApp(node)(request, trailer, target)
      case 'peer-rpc':
        return await rpcApp(peer!.node, root, () => RPC_PORT)(request, trailer, target)
      default:
        return await rpcApp(node, root, () => RPC_PORT)(request, trailer, target)
    }
  }

  return {
    variables: async () =>
      new Map([
        ...identityVariables(node.identity.peerId, node.identity.publicKey),
        ...beside.variables,
        ...peer?.variables ?? []
      ]),

    async send (outgoing) {
      const { response, trailers } = await request(outgoing, answer)
      return await readAnswer(response, trailers, outgoing.readObjects)
    },

    async open (outgoing) {
      const pending = request(outgoing, answer)
      return async (objects) => {
        const { response, trailers } = await pending
        return await readAnswer(response, trailers, objects)
      }
    },

    async restart () {
      await node.stop()
      node = await start({})
    },

    async stop () {
      await node.stop()
      await peer?.node.stop()
      await beside.stop()
      await repo.close?.()
    }
  }
}

async function request (
  { api, method, target, headers, body }: Outgoing,
  answer: RequestHandler
): Promise<{ response: Response; trailers: Map<string, string> }> {
  const trailers = new Map<string, string>()
  const { Host: host = `127.0.0.1:${api === 'gateway' ? GATEWAY_PORT : RPC_PORT}`, ...others } = headers
  const init = {
    method,
    headers: { 'x-golden-api': api, Host: host, ...others },
    ...(body == null || method === 'GET' || method === 'HEAD' ? {} : { body: body as BodyInit })
  }
  const response = await answer(
    new Request(`http://${host}${target}`, init),
    (name, value) => trailers.set(name.toLowerCase(), value),
    target
  )
  return { response, trailers }
}

/** Reads a body to its end, or up to a number of lines and then disconnects. */
export async function readAnswer (
  response: Response,
  trailers: Map<string, string> | undefined,
  objects?: number
): Promise<Answered> {
  const chunks: Uint8Array[] = []
  const reader = response.body?.getReader()
  let broken = false
  let lines = 0

  try {
    for (let result = await reader?.read(); result != null && !result.done; result = await reader?.read()) {
      chunks.push(result.value)
      lines += result.value.filter((byte) => byte === 10).length

      if (objects != null && lines >= objects) {
        await reader?.cancel()
        break
      }
    }
  } catch {
    broken = true
  }

  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks), trailers, broken }
}
