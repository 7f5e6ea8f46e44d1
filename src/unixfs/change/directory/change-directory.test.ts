import fc from 'fast-check'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { blockReader } from '../../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../../blocks/reader/block-reader.ts'
import { hashSync } from '../../../cid/hash/hash.ts'
import { MemoryBlockstore } from '../../../store/blockstore/memory-blockstore.ts'
import { anyText } from '../../../testing/dag/any-text.ts'
import type { DirectoryNode } from '../../format/unixfs-node.ts'
import { Directory as NewDirectory } from '../../import/directory/directory-tree.ts'
import { DEFAULT_LIMITS } from '../../import/directory/limits.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'
import { BlockPipeline } from '../../import/pipeline/block-pipeline.ts'
import { CidBuilder } from '../../import/pipeline/cid-builder.ts'
import { loadNode } from '../../read/file/load-node.ts'
import type { NodeStore } from '../node-store.ts'
import { BasicDirectory } from './basic-directory.ts'
import { withEntry, withoutEntry } from './change-directory.ts'
import type { Directory } from './change-directory.ts'
import type { DirectoryLink } from './directory-link.ts'
import { readDirectory } from './read-directory.ts'

const { signal } = new AbortController()
const HASHING = { version: 1 as const, hash: 0x12 }

function memory (): { store: MemoryBlockstore; nodes: NodeStore; reads: () => number } {
  const store = new MemoryBlockstore()
  const reader = blockReader(store, undefined)
  let reads = 0
  const blocks: BlockReader = {
    ...reader,
    get: async (cid, options) => {
      reads++
      return await reader.get(cid, options)
    },
    getMany: (cids, options) => {
      const all = [...cids]
      reads += all.length
      return reader.getMany(all, options)
    }
  }
  return {
    store,
    nodes: {
      blocks,
      signal,
      put: async (cid, bytes) => {
        await store.put(cid, bytes)
      }
    },
    reads: () => reads
  }
}

function linkTo (text: string): DirectoryLink & { tsize: number } {
  return { cid: CID.createV1(0x55, hashSync(new TextEncoder().encode(text))), tsize: text.length }
}

/** Returns the importer's result for the same entries. */
async function imported (
  entries: Map<string, DirectoryLink>,
  limits: DirectoryLimits
): Promise<{ cid: CID; tsize: number }> {
  const directory = new NewDirectory({ limits })
  entries.forEach(({ cid, tsize }, name) => {
    directory.put(name, Promise.resolve({ cid, tsize: Number(tsize) }))
  })
  return await directory.finish(new BlockPipeline(() => {}, new CidBuilder(HASHING)))
}

async function reopened (cid: CID, nodes: NodeStore): Promise<Directory> {
  return readDirectory(await loadNode(cid, nodes) as DirectoryNode)
}

it.each([
  ['plain', { ...DEFAULT_LIMITS, threshold: 0 }],
  ['sharded narrowly', { ...DEFAULT_LIMITS, threshold: 1, fanout: 8 }],
  ['sharded', { ...DEFAULT_LIMITS, threshold: 1, fanout: 256 }]
])('a %s directory after any changes equals the one that the importer creates from its entries', async (_, limits) => {
  const names = fc.oneof(
    fc.constantFrom(...Array.from({ length: 40 }, (_, i) => `n${i}`)),
    anyText({ minLength: 1, maxLength: 4 }).filter((name) => !name.includes('/'))
  )
  const step = fc.record({ name: names, text: fc.option(fc.string(), { nil: undefined }), reopen: fc.boolean() })

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const { nodes } = memory()
      const options = { ...nodes, limits }
      const model = new Map<string, DirectoryLink>()
      let directory: Directory = BasicDirectory.empty(HASHING)

      for (const { name, text, reopen } of steps) {
        if (text == null) {
          directory = await withoutEntry(directory, name, options)
          model.delete(name)
        } else {
          directory = await withEntry(directory, name, linkTo(text), options)
          model.set(name, linkTo(text))
        }

        const { cid, tsize } = await directory.save(nodes)

        // without entries and a size limit, boxo keeps a HAMT; a new directory is basic
        if (model.size > 0) {
          const expected = await imported(model, limits)
          expect([cid.toString(), tsize]).toEqual([expected.cid.toString(), expected.tsize])
        }

        directory = reopen ? await reopened(cid, nodes) : directory
        const links = directory.kind === 'basic' ? directory.links : await all(directory.links(nodes))
        expect(links.map(({ name }) => name).sort()).toEqual([...model.keys()].sort())
        expect((await directory.find(name, nodes))?.cid.toString()).toBe(model.get(name)?.cid.toString())
      }
    }),
    { numRuns: 60 }
  )
})

it('is counted once, even after it is read again', async () => {
  const { store, nodes, reads } = memory()
  const limits = DEFAULT_LIMITS
  const big = new NewDirectory({ limits })
  for (let i = 0; i < 20_000; i++) {
    big.put(`entry ${i}`, Promise.resolve(linkTo('x')))
  }
  const { cid } = await big.finish(
    new BlockPipeline(async (cid, bytes) => {
      await store.put(cid, bytes)
    }, new CidBuilder(HASHING))
  )

  const putAgain = async (): Promise<number> => {
    const directory = await reopened(cid, nodes)
    const before = reads()
    const same = await withEntry(directory, 'entry 7', linkTo('x'), { ...nodes, limits })
    expect((await same.save(nodes)).cid.toString()).toBe(cid.toString())
    return reads() - before
  }

  expect(await putAgain()).toBeGreaterThan(100)
  expect(await putAgain()).toBeLessThan(10)
})

it('of 100,000 entries is changed along one path only', async () => {
  const { store, nodes, reads } = memory()
  const limits = DEFAULT_LIMITS
  const link = linkTo('x')
  const big = new NewDirectory({ limits })
  for (let i = 0; i < 100_000; i++) {
    big.put(`file number ${i}`, Promise.resolve(link))
  }
  const { cid } = await big.finish(
    new BlockPipeline(async (cid, bytes) => {
      await store.put(cid, bytes)
    }, new CidBuilder(HASHING))
  )
  const directory = await reopened(cid, nodes)
  const before = (await store.stat()).blocks
  const readBefore = reads()

  const added = await withEntry(directory, 'another', link, { ...nodes, limits })
  await added.save(nodes)
  expect((await store.stat()).blocks - before).toBeLessThan(5)
  expect(reads() - readBefore).toBeLessThan(10)
})
