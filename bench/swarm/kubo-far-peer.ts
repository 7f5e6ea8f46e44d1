import { startKubo } from '../tools/targets.mjs'
import { cidsOf } from './cids-of.ts'
import type { FarPeer } from './far-peer.ts'
import { formOf } from './folders.ts'

/**
 * Starts a Kubo daemon with a repo of its own on disk, from `KUBO_BIN`.
 *
 * @throws an Error if `KUBO_BIN` is not set
 */
export async function kuboFarPeer (): Promise<FarPeer> {
  const kubo = await startKubo('http://127.0.0.1', { peer: true })

  if (kubo == null) {
    throw new Error('KUBO_BIN names no Kubo')
  }

  const call = async (target: string, body?: FormData): Promise<string> => {
    const response = await fetch(`${kubo.rpc}/api/v0/${target}`, { method: 'POST', ...body == null ? {} : { body } })
    const text = await response.text()
    if (!response.ok || text.includes('"Type":"error"')) {
      throw new Error(`${target}: ${text}`)
    }
    return text
  }

  return {
    addresses: (JSON.parse(await call('id')) as { Addresses: string[] }).Addresses,
    connect: async (address) => {
      await call(`swarm/connect?arg=${encodeURIComponent(address)}`)
    },
    end: kubo.stop,

    fetch: async ({ root }) => {
      const start = performance.now()
      await call(`pin/add?arg=${root}`)
      return performance.now() - start
    },

    fill: async (folder) => {
      const root =
        (JSON.parse((await call('add?cid-version=1&quiet=true', formOf(folder))).trim().split('\n').at(-1) ?? '') as {
          Hash: string
        }).Hash
      return { root, cids: await cidsOf(root, call) }
    }
  }
}
