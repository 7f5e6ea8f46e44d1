import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { beforeEach, describe, expect, it } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { collectGarbage } from '../../repo/gc/gc.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'
import { verifyPins } from '../query/verify-pins.ts'
import type { PinMode } from '../store/pin-store.ts'
import { pinnedNow } from './pin-commit-record.ts'
import { pinRoot } from './pin-root.ts'

const { signal } = new AbortController()
const { root, blocks } = smallDag('a')
const [, inner, , leaf] = blocks

let app: TestNode
let offline: BlockReader

beforeEach(async () => {
  app = await TestNode.start()
  offline = blockReader(app.node.blockstore, undefined)
})

async function pin (
  cid: CID,
  mode: PinMode = 'recursive',
  name = '',
  reader: BlockReader = offline,
  options: { signal?: AbortSignal; onBlock?: (bytes: number) => void } = {}
): Promise<void> {
  await pinRoot(app.node, { cid, mode, name }, { blocks: reader, signal, ...options })
}

/** An exchange that returns a block on command, and records the requests. */
function slowExchange (
  known: Block[]
): { reader: BlockReader; asked: string[]; give: () => Promise<void>; giveAll: () => void } {
  const waiting: Array<() => void> = []
  const asked: string[] = []
  let open = false

  const reader = blockReader(app.node.blockstore, {
    get: async (cid, { signal }) =>
      await new Promise((resolve, reject) => {
        const give = (): void => {
          resolve((known.find((block) => block.cid.equals(cid)) as Block).bytes)
        }
        asked.push(cid.toString())
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error)
        })
        if (open) {
          give()
        } else {
          waiting.push(give)
        }
      })
  })

  return {
    reader,
    asked,
    give: async () => {
      while (waiting.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      waiting.shift()?.()
    },
    giveAll: () => {
      open = true
      waiting.splice(0).forEach((give) => {
        give()
      })
    }
  }
}

async function isComplete (): Promise<boolean> {
  for await (const { badNodes } of verifyPins(app.node, { signal })) {
    if (badNodes.length > 0) {
      return false
    }
  }

  return true
}

describe('pinRoot', () => {
  it('pins, renames, and turns a direct pin into a recursive one but not back', async () => {
    await putBlocks(app.node.blockstore, blocks)
    await pin(root, 'direct', 'one')
    expect(await app.pins()).toEqual([`direct ${root} one`])
    await pin(root, 'direct', 'two')
    expect(await app.pins()).toEqual([`direct ${root} two`])
    await pin(root, 'recursive', 'three')
    expect(await app.pins()).toEqual([`recursive ${root} three`])
    await expect(pin(root, 'direct')).rejects.toThrow(`${root} already pinned recursively`)
    await pin(root, 'recursive')
    expect(await app.pins()).toEqual([`recursive ${root}`])
  })

  it('keeps its creation date under any name, and invents no date for a legacy pin', async () => {
    const since = async (): Promise<number | undefined> => (await app.node.pins.get(root))?.since
    await putBlocks(app.node.blockstore, blocks)
    const begun = pinnedNow()
    await pin(root)
    expect(await since()).toBeGreaterThanOrEqual(begun)
    expect(await since()).toBeLessThanOrEqual(pinnedNow())

    await app.node.pins.put({ cid: root, mode: 'recursive', name: 'one', since: 1000 })
    await pin(root, 'recursive', 'two')
    expect(await app.node.pins.get(root)).toMatchObject({ name: 'two', since: 1000 })

    await app.node.pins.put({ cid: root, mode: 'direct', name: 'of before' })
    await pin(root, 'direct', 'three')
    await pin(root, 'recursive', 'four')
    expect(await app.node.pins.get(root)).toMatchObject({ mode: 'recursive', name: 'four' })
    expect(await since()).toBeUndefined()
  })

  it('reports the missing block at once when offline, and keeps the old pin', async () => {
    await putBlocks(app.node.blockstore, blocks.filter((block) => block !== leaf))
    await pin(root, 'direct', 'old')
    await expect(pin(root, 'recursive', 'new')).rejects.toThrow(`could not find ${leaf.cid}`)
    await expect(pin(rawLeaf('nowhere').cid, 'direct')).rejects.toThrow('could not find')
    expect(await app.pins()).toEqual([`direct ${root} old`])
  })

  it('rejects unreadable blocks', async () => {
    const damaged = { ...inner, bytes: Uint8Array.of(0x81) }
    await putBlocks(app.node.blockstore, [...blocks.filter((block) => block !== inner), damaged])
    await expect(pin(root)).rejects.toThrow()
    await expect(pin(inner.cid, 'direct')).rejects.toThrow()
    expect(await app.pins()).toEqual([])
  })

  it('counts every block once', async () => {
    const sizes: number[] = []
    await putBlocks(app.node.blockstore, blocks)
    await pin(root, 'recursive', '', offline, { onBlock: (bytes) => sizes.push(bytes) })
    expect(sizes.sort()).toEqual(blocks.map(({ bytes }) => bytes.length).sort())
  })

  it('fetches missing blocks, and pins after all have arrived', async () => {
    const { reader, asked, give, giveAll } = slowExchange(blocks)
    const pinning = pin(root, 'recursive', 'far', reader)
    await give()
    await give()
    expect(await app.pins()).toEqual([])
    giveAll()
    await pinning
    expect(asked).toHaveLength(blocks.length)
    expect(await app.pins()).toEqual([`recursive ${root} far`])
    expect(await isComplete()).toBe(true)
  })

  it('does not block the garbage collector while it waits, and the collector keeps its blocks', async () => {
    const { reader, asked, give, giveAll } = slowExchange(blocks)
    await putBlocks(app.node.blockstore, [rawLeaf('free')])
    const pinning = pin(root, 'recursive', '', reader)
    await give()
    await give()

    const removed: string[] = []
    await collectGarbage(app.node, {
      signal,
      report: (result) => {
        if ('removed' in result) {
          removed.push(result.removed.toString())
        }
      }
    })
    expect(removed).toEqual([rawLeaf('free').cid.toString()])

    giveAll()
    await pinning
    expect(asked).toHaveLength(blocks.length)
    expect(await isComplete()).toBe(true)
  })

  it('fetches blocks again that were removed meanwhile', async () => {
    const { reader, asked, give, giveAll } = slowExchange(blocks)
    const pinning = pin(root, 'recursive', '', reader)
    await give()
    await give()

    const release = await app.node.gcLock.write()
    await app.node.blockstore.remove([root, inner.cid])
    release()

    giveAll()
    await pinning
    expect(asked.length).toBeGreaterThan(blocks.length)
    expect(await isComplete()).toBe(true)
  })

  it.each<[PinMode, CID]>([['recursive', root], ['direct', leaf.cid]])(
    'keeps the blocks of a %s pin when an add that stored them too fails',
    async (mode, cid) => {
      const release = await app.node.gcLock.read()
      const session = app.node.blockstore.session()
      await Promise.all(blocks.map(async ({ cid, bytes }) => {
        await session.put(cid, bytes)
      }))
      await pin(cid, mode)
      await session.rollback()
      release()
      expect(await isComplete()).toBe(true)
      expect(await app.node.blockstore.has(cid)).toBe(true)
    }
  )

  it('pins no incomplete DAG when an add that stored its blocks fails, offline', async () => {
    await putBlocks(app.node.blockstore, blocks.slice(1))
    const release = await app.node.gcLock.read()
    const session = app.node.blockstore.session()
    await session.put(root, blocks[0].bytes)
    const pinning = expect(pin(root)).rejects.toThrow(`could not find ${root}`)
    await session.rollback()
    await pinning
    release()
    expect(await app.pins()).toEqual([])
  })

  it('stops when it is aborted, and leaves only blocks', async () => {
    const { reader, give } = slowExchange(blocks)
    const controller = new AbortController()
    const pinning = pin(root, 'recursive', '', reader, { signal: controller.signal })
    await give()
    controller.abort(new DOMException('enough', 'AbortError'))
    await expect(pinning).rejects.toThrow('enough')
    expect(await app.pins()).toEqual([])

    // nothing is held any more: the block that came is garbage
    await collectGarbage(app.node, { signal, report: () => {} })
    expect(await app.node.blockstore.has(root)).toBe(false)
  })

  it('pins a block that is inlined in its CID', async () => {
    const cid = CID.createV1(0x71, create(0, cborNode('x').bytes))
    const before = await app.blocks()
    await pin(cid, 'direct')
    await pin(cid)
    expect(await app.pins()).toEqual([`recursive ${cid}`])
    expect(await app.blocks()).toEqual(before)
  })
})
