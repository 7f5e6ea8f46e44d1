import 'fake-indexeddb/auto'

import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockSource } from '../blocks/local/block-source.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { ContentPolicy } from '../denylist/content-policy.ts'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import type { PackedBlockstore } from '../store/packed/packed-blockstore.ts'
import { DagBuilder } from '../testing/dag/dag-builder.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { loadNode } from '../unixfs/read/file/load-node.ts'
import { parsePath } from './content-path.ts'
import { rememberNamedEntries, resolvePath } from './resolve-path.ts'

const FILES = 100
const { signal } = new AbortController()

let indexedDB: IDBFactory
let store: PackedBlockstore
let dag: DagBuilder
let root: CID

async function open (): Promise<void> {
  store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
}

/** Opens the store again, as after the worker was stopped. */
async function stop (): Promise<void> {
  await store.close()
  await open()
}

/** Returns the number of read transactions during some work. */
async function readsDuring (work: () => Promise<unknown>): Promise<number> {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await work()
  const reads = transaction.mock.calls.filter(([, mode]) => mode === 'readonly').length
  transaction.mockRestore()
  return reads
}

async function readFile (name: string, blocks = blockReader(store, undefined)): Promise<string> {
  const { cid } = await resolvePath(parsePath(`/ipfs/${root}/${name}`), { blocks, signal })
  const node = await loadNode(cid, { blocks, signal })
  return node.kind === 'file' ? new TextDecoder().decode(node.data) : node.kind
}

beforeEach(async () => {
  indexedDB = newIndexedDB()
  dag = new DagBuilder()
  const entries: Record<string, CID> = {}

  for (let i = 0; i < FILES; i++) {
    entries[`f${String(i).padStart(3, '0')}`] = (await dag.raw(`content ${i}`)).cid
  }

  root = await dag.directory(entries)
  await open()
  const session = store.session()

  for await (const { cid, bytes } of dag.store.bytesMany(dag.store.keys())) {
    await session.put(cid, bytes)
  }

  await session.commit()
})

afterEach(async () => {
  await store.close()
})

const name = (i: number): string => `f${String(i).padStart(3, '0')}`

describe('small reads', () => {
  it('reads what was just written without a transaction', async () => {
    expect(
      await readsDuring(async () => {
        for (let i = 0; i < FILES; i++) {
          expect(await readFile(name(i))).toBe(`content ${i}`)
        }
      })
    ).toBe(0)
  })

  it('reads the siblings of an entry in its transaction', async () => {
    await stop()

    expect(
      await readsDuring(async () => {
        for (let i = 0; i < FILES; i++) {
          expect(await readFile(name(i))).toBe(`content ${i}`)
        }
      })
    ).toBeLessThanOrEqual(1 + Math.ceil(FILES / 25))
  })

  it('reads the siblings that a page names first', async () => {
    const named = Array.from({ length: 20 }, (_, i) => name((i * 37 + 5) % FILES))
    rememberNamedEntries(
      root.toString(),
      new TextEncoder().encode(
        `<script src="./${named[0]}"></script>${named.map((n) => `<img src=/x/${n}?v=1>`).join('')}`
      )
    )
    await stop()

    expect(
      await readsDuring(async () => {
        for (const one of named) {
          await readFile(one)
        }
      })
    ).toBe(2)
  })

  it('shares transactions among reads that arrive together', async () => {
    await stop()
    expect(
      await readsDuring(async () => {
        await Promise.all(Array.from({ length: FILES }, async (_, i) => {
          await new Promise((resolve) => setImmediate(resolve))
          await readFile(name(i))
        }))
      })
    ).toBeLessThanOrEqual(8)
  })

  it('does not serve a removed block from memory', async () => {
    await readFile(name(0))
    const { cid } = await resolvePath(parsePath(`/ipfs/${root}/${name(1)}`), {
      blocks: blockReader(store, undefined),
      signal
    })
    await store.delete(cid)

    await expect(readFile(name(1))).rejects.toThrow('not found')
    await store.remove([(await dag.raw('content 2')).cid])
    await expect(readFile(name(2))).rejects.toThrow('not found')
    expect(await readFile(name(3))).toBe('content 3')
  })

  it('does not serve blocks of a session that was rolled back', async () => {
    const bytes = new TextEncoder().encode('withdrawn')
    const { cid } = await dag.raw(bytes)
    const session = store.session()
    await session.put(cid, bytes)
    await store.flush()
    expect(await store.has(cid)).toBe(true)
    await session.rollback()

    await expect(store.bytes(cid)).rejects.toThrow()
  })

  it('does not serve a blocked sibling that was read ahead', async () => {
    await stop()
    await readFile(name(0))
    const { cid: blocked } = await dag.raw('content 1')
    const policy = new ContentPolicy()
    policy.apply({
      blockOf: (cid) => cid.equals(blocked) ? { list: 'test', line: 1, status: 451 } : undefined,
      pathOf: () => undefined
    })
    const source: BlockSource = {
      bytes: async (cid, options) => await store.bytes(cid, options),
      bytesMany: (cids, options) => store.bytesMany(cids, options),
      has: async (cid, options) => await store.has(cid, options),
      size: async (cid, options) => await store.size(cid, options),
      put: async (cid, bytes, options) => await store.put(cid, bytes, options),
      capabilities: { policy }
    }

    await expect(readFile(name(1), blockReader(source, undefined))).rejects.toThrow('blocked')
  })
})
