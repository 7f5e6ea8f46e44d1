import { MemoryDatastore } from 'datastore-core'
import type { Json } from '../../config/values/config.ts'
import { handleGateway } from '../../gateway/handler/handler.ts'
import type { GatewayOptions } from '../../gateway/handler/handler.ts'
import { localGateway } from '../../gateway/local/local-gateway.ts'
import { createNode } from '../../node/create-node.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { DagBuilder } from '../dag/dag-builder.ts'

export interface GatewayFixture {
  dag: DagBuilder
  node: IpfsNode
  /** Requests a path from the gateway. */
  get: (path: string, init?: RequestInit & GatewayOptions) => Promise<Response>
  stop: () => Promise<void>
}

/** Starts a node in memory with a DAG that tests build, and its gateway. Offline by default. */
export async function gatewayFixture (config: Record<string, Json> = {}, online = false): Promise<GatewayFixture> {
  const dag = new DagBuilder()
  const node = await createNode({
    openBlockstore: async () => dag.store,
    datastore: new MemoryDatastore(),
    online,
    config
  })

  return {
    dag,
    node,
    get: async (path, { sandbox, explorer, host, proxied, target, fallback, ...init } = {}) =>
      await handleGateway(new Request(`http://node.localhost:4173${path}`, init), localGateway(node), {
        sandbox,
        explorer,
        host,
        proxied,
        target,
        fallback
      }),
    stop: async () => {
      await node.stop()
    }
  }
}
