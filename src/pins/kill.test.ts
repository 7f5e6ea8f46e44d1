import 'fake-indexeddb/auto'

import { describe, expect, it } from 'vitest'
import { blockReader } from '../blocks/reader/block-reader.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { collectGarbage } from '../repo/gc/gc.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../testing/dag/small-dag.ts'
import { killAtEachStep } from '../testing/store/kill-at-each-step.ts'
import type { TestNode } from '../testing/test-node.ts'
import { pinRoot } from './change/pin-root.ts'
import { unpin } from './change/unpin.ts'
import { updatePin } from './change/update-pin.ts'
import { verifyPins } from './query/verify-pins.ts'

const { signal } = new AbortController()

const kept = smallDag('kept')
const remote = smallDag('remote')
/** A variant of `kept` with a block of `remote`. */
const changed = {
  root: cborNode('changed', [kept.blocks[1].cid, remote.blocks[1].cid, rawLeaf('new').cid]),
  leaf: rawLeaf('new')
}
const free = smallDag('free')

const elsewhere = new Map(
  [...remote.blocks, changed.root, changed.leaf].map((block): [string, Block] => [block.cid.toString(), block])
)

/** Finds what this machine lacks. */
function online (node: IpfsNode): BlockReader {
  return blockReader(node.blockstore, {
    get: async (cid) => {
      const block = elsewhere.get(cid.toString())
      if (block == null) {
        throw new Error(`nobody has ${cid}`)
      }
      return block.bytes
    }
  })
}

interface Scenario {
  run: (node: IpfsNode) => Promise<void>
  /** pins when it is done; before it is `recursive kept`, named old, and `direct free` */
  done: string[]
}

const before = [`direct ${free.root}`, `recursive ${kept.root} old`]

const scenarios: Record<string, Scenario> = {
  'pinning what has to be fetched': {
    run: async (node) => {
      await pinRoot(node, { cid: remote.root, mode: 'recursive', name: 'far' }, { blocks: online(node), signal })
    },
    done: [...before, `recursive ${remote.root} far`].sort()
  },
  'pinning a single block that has to be fetched': {
    run: async (node) => {
      await pinRoot(node, { cid: remote.root, mode: 'direct', name: '' }, { blocks: online(node), signal })
    },
    done: [...before, `direct ${remote.root}`].sort()
  },
  'giving a pin another name': {
    run: async (node) => {
      await pinRoot(node, { cid: kept.root, mode: 'recursive', name: 'new' }, { blocks: online(node), signal })
    },
    done: [`direct ${free.root}`, `recursive ${kept.root} new`]
  },
  'turning a direct pin into a recursive one': {
    run: async (node) => {
      await pinRoot(node, { cid: free.root, mode: 'recursive', name: '' }, { blocks: online(node), signal })
    },
    done: [`recursive ${free.root}`, `recursive ${kept.root} old`].sort()
  },
  'moving a pin': {
    run: async (node) => {
      if (await node.pins.get(changed.root.cid) == null) {
        await updatePin(node, kept.root, changed.root.cid, { blocks: online(node), signal, unpin: true })
      }
    },
    done: [`direct ${free.root}`, `recursive ${changed.root.cid} old`].sort()
  },
  unpinning: {
    run: async (node) => {
      if (await node.pins.get(kept.root) != null) {
        await unpin(node.pins, kept.root, { recursive: true })
      }
    },
    done: [`direct ${free.root}`]
  },
  'a garbage collection': {
    run: async (node) => {
      await collectGarbage(node, { signal, report: () => {} })
    },
    done: before
  }
}

async function checkPins (app: TestNode, allowed: string[][]): Promise<void> {
  expect(allowed).toContainEqual(await app.pins())

  for await (const { cid, badNodes } of verifyPins(app.node, { signal })) {
    expect([cid.toString(), badNodes]).toEqual([cid.toString(), []])
  }

  expect(await app.node.blockstore.has(free.root)).toBe(true)
}

describe.each(Object.entries(scenarios))('a kill during %s', (_, { run, done }) => {
  it('leaves only complete pins at every step, and a repetition finishes it', async () => {
    await killAtEachStep({
      prepare: async ({ blockstore, pins }) => {
        await putBlocks(blockstore, [...kept.blocks, ...free.blocks])
        await pins.put({ cid: kept.root, mode: 'recursive', name: 'old' })
        await pins.put({ cid: free.root, mode: 'direct', name: '' })
      },

      run,

      check: async (next, killed) => {
        await checkPins(next, killed ? [before, done] : [done])
        await run(next.node)
        await checkPins(next, [done])
      }
    })
  })
})
