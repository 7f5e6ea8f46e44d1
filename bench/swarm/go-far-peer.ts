import { startGoPeer } from '../../src/testing/peers/go-peer.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { cidsOf } from './cids-of.ts'
import type { Content, FarPeer } from './far-peer.ts'
import { formOf } from './folders.ts'

/**
 * Starts our own Go peer, with its blocks in memory. It has no importer: a node in Node.js imports the files for it.
 */
export async function goFarPeer (file: string): Promise<FarPeer> {
  const go = await startGoPeer(file)

  const fetch = async ({ cids }: Content): Promise<number> => {
    const start = performance.now()
    await go.ask('fetch', { Cids: cids })
    return performance.now() - start
  }

  return {
    addresses: go.addresses,
    connect: async (address) => {
      await go.ask('connect', { Addr: address })
    },
    fetch,
    end: async () => {
      await go.kill()
    },

    fill: async (folder) => {
      const node = await startSwarmNode()

      try {
        const root =
          ((await node.rpc('add?cid-version=1&quiet=true&pin=false', { body: formOf(folder) })).lines.at(-1) as {
            Hash: string
          }).Hash
        const cids = await cidsOf(root, async (target) => (await node.rpc(target)).text)
        await go.ask('connect', { Addr: node.addresses[0] })
        await fetch({ root, cids })
        return { root, cids }
      } finally {
        await node.node.stop()
      }
    }
  }
}
