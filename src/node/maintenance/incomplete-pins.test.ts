import type { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { LoopbackExchange } from '../../testing/peers/loopback-exchange.ts'
import { TestNode } from '../../testing/test-node.ts'
import { incompletePins } from './incomplete-pins.ts'

const { signal } = new AbortController()
const [had, gone] = [smallDag('had elsewhere'), smallDag('had by nobody')]
const [alone, goneAlone] = [rawLeaf('had elsewhere'), rawLeaf('had by nobody')]

/** An exchange that has some blocks, and fails at once for others. */
class PeerOrNobody extends LoopbackExchange {
  readonly #has: (cid: CID) => Promise<boolean>

  constructor (peer: MemoryBlockstore) {
    super([peer])
    this.#has = async (cid) => await peer.has(cid)
  }

  override session (): ReturnType<LoopbackExchange['session']> {
    const session = super.session()
    const get: typeof session.get = async (cid, options) => {
      if (!await this.#has(cid)) {
        throw new Error('nobody has it')
      }
      return await session.get(cid, options)
    }
    return { ...session, get }
  }
}

/** Starts a node that has lost its blocks, with a peer that has some of them, or none. */
async function node (hasPeer: boolean): Promise<TestNode> {
  const peer = new MemoryBlockstore()
  for (const { cid, bytes } of [...had.blocks, alone]) {
    await peer.put(cid, bytes)
  }
  const app = await TestNode.start(hasPeer ? { online: true, exchange: () => new PeerOrNobody(peer) } : {})
  for (const cid of [had.root, gone.root]) {
    await app.node.pins.put({ cid, mode: 'recursive', name: '' })
  }
  for (const { cid } of [alone, goneAlone]) {
    await app.node.pins.put({ cid, mode: 'direct', name: '' })
  }
  return app
}

async function lacking ({ node }: TestNode): Promise<string[]> {
  const all: string[] = []
  for await (const cid of incompletePins(node, { signal })) {
    all.push(cid.toString())
  }
  return all.sort()
}

it('are those whose blocks no peer has; available blocks are fetched', async () => {
  const app = await node(true)
  expect(await lacking(app)).toEqual([gone.root, goneAlone.cid].map(String).sort())
  for (const { cid } of [...had.blocks, alone]) {
    expect(await app.node.blockstore.has(cid)).toBe(true)
  }
})

it('are all incomplete pins if no peer can be asked', async () => {
  expect(await lacking(await node(false))).toEqual(
    expect.arrayContaining([had.root, gone.root, alone.cid, goneAlone.cid].map(String))
  )
})
