import { MemoryDatastore } from 'datastore-core'
import type { Json } from '../../config/values/config.ts'
import { openSwarmInNode } from '../../node-adapter/network/open-swarm-in-node.ts'
import { createNode } from '../../node/create-node.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { identityVariables } from '../dag/identity-variables.ts'

/** Starts the second node of a scenario, which listens on TCP and WebSockets (golden/README.md). */
export async function goldenPeer (
  peer: unknown,
  recorded: Record<string, Json>
): Promise<{ node: IpfsNode; variables: Map<string, string | Uint8Array> }> {
  const { config = {} } = peer as { config?: Record<string, Json> }

  const node = await createNode({
    openBlockstore: async () => new MemoryBlockstore(),
    datastore: new MemoryDatastore(),
    openSwarm: openSwarmInNode,
    config: { ...recorded, 'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0', '/ip4/127.0.0.1/tcp/0/ws'], ...config }
  })

  const addresses = (await node.swarm!.get()).listenAddresses()
  const own = identityVariables(node.identity.peerId, node.identity.publicKey)

  return {
    node,
    variables: new Map<string, string | Uint8Array>([
      ...[...own].filter(([name]) => name.startsWith('peerId')).map((
        [name, value]
      ): [string, string | Uint8Array] => [`peerP${name.slice(1)}`, value]),
      ['peerPublicKey', node.identity.publicKey],
      ['peerAddr', addresses.find((address) => !address.endsWith('/ws')) ?? ''],
      ['peerAddrWs', addresses.find((address) => address.endsWith('/ws')) ?? '']
    ])
  }
}
