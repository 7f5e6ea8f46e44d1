import { IMPORT_DEFAULTS } from '../../../testing/dag/import-options.ts'
import 'fake-indexeddb/auto'

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blobChunks } from '../../../http/body/body-chunks.ts'
import { multipartParts } from '../../../http/multipart/multipart.ts'
import { PackedContent } from '../../../http/upload/packed-content.ts'
import { openPackedBlockstore } from '../../../store/packed/open-packed-blockstore.ts'
import { inconsistencies, storedBlocks } from '../../../testing/store/packed-store.ts'
import { newIndexedDB } from '../../../testing/store/store-fixtures.ts'
import type { ImportEntry } from '../../format/import-entry.ts'
import { importEntries } from './import-entries.ts'
import type { ImportOptions } from './import-options.ts'

const MIB = 1024 * 1024

const OPTIONS: ImportOptions = {
  ...IMPORT_DEFAULTS,
  rawLeaves: true,
  maxFileLinks: 0
}

type Entries = (files: Array<Uint8Array<ArrayBuffer>>) => AsyncIterable<ImportEntry>

/** Yields files as a page passes them. */
async function* handed (files: Array<Uint8Array<ArrayBuffer>>): AsyncGenerator<ImportEntry> {
  const content = new PackedContent(new Blob(files))

  for (const [i, { length }] of files.entries()) {
    yield { path: `file${i}`, kind: 'file', content: content.next(length) }
  }
}

/** Yields the files of an upload whose body is also available as a Blob. */
async function* sent (files: Array<Uint8Array<ArrayBuffer>>): AsyncGenerator<ImportEntry> {
  const blob = new Blob([...files.flatMap((bytes) => ['--B\r\nA: b\r\n\r\n', bytes, '\r\n']), '--B--\r\n'])
  let i = 0

  for await (const { content } of multipartParts(blobChunks(blob), 'B', { for: async () => blob, ended: () => {} })) {
    yield { path: `file${i++}`, kind: 'file', content }
  }
}

/**
 * Imports files into a new store.
 *
 * @returns `leavesInPlace`: the number of blocks that need not be written again
 */
async function imported (
  files: Array<Uint8Array<ArrayBuffer>>,
  options: Partial<ImportOptions>,
  isStaged: boolean,
  entries: Entries = handed
): Promise<{ root: string; blocks: Map<string, Uint8Array>; staged: number; leavesInPlace: number }> {
  const indexedDB = newIndexedDB()
  const store = await openPackedBlockstore('test', { indexedDB, compactInBackground: false })
  const session = store.session()
  const buffers = new Set<ArrayBufferLike>()
  let staged = 0
  let leavesInPlace = 0
  let root = ''
  const stage: ImportOptions['stage'] = async (blob) => {
    staged += blob.size
    const read = await session.capabilities.staging!.stage(blob)

    return read && (async () => {
      const kept = await read()
      buffers.add(kept.buffer)
      return kept
    })
  }
  const sink: ImportOptions['sink'] = async (cid, bytes, leaf) => {
    leavesInPlace += buffers.has(bytes.buffer) ? 1 : 0
    await (leaf?.isContent === true ? session.capabilities.staging!.putPayload(cid, bytes) : session.put(cid, bytes))
  }

  for await (
    const event of importEntries(entries(files), { ...OPTIONS, ...options, sink, stage: isStaged ? stage : undefined })
  ) {
    if (event.type === 'root') {
      root = event.cid.toString()
    }
  }

  await session.commit()
  const blocks = await storedBlocks(store)
  await store.close()
  expect(await inconsistencies(indexedDB, 'test')).toEqual([])
  return { root, blocks, staged, leavesInPlace }
}

function randomBytes (length: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let i = 0, x = seed + 1; i < length; i++) {
    bytes[i] = (x = (x * 1103515245 + 12345) & 0x7fffffff) >> 16
  }
  return bytes
}

it('creates the same blocks as without staging, for any length, and writes none of them twice', async () => {
  const lengths = fc.oneof(
    fc.integer({ min: MIB, max: 3 * MIB }),
    fc.constantFrom(MIB, MIB + 1, 8 * MIB, 8 * MIB + 1, 17 * MIB - 1)
  )

  await fc.assert(
    fc.asyncProperty(
      lengths,
      fc.constantFrom('size-262144', 'size-40000', 'size-1048576'),
      fc.boolean(),
      fc.constantFrom(0 as const, 1 as const),
      fc.nat(100),
      async (length, chunker, rawLeaves, cidVersion, seed) => {
        const bytes = randomBytes(length, seed)
        const options = { chunker, rawLeaves, cidVersion }
        const [plain, kept] = [await imported([bytes], options, false), await imported([bytes], options, true)]
        expect(kept.root).toBe(plain.root)
        expect([...kept.blocks.keys()].sort()).toEqual([...plain.blocks.keys()].sort())
        kept.blocks.forEach((block, key) => {
          expect(Buffer.compare(block, plain.blocks.get(key)!)).toBe(0)
        })

        const leafBytes = Number(chunker.slice(5))
        expect(kept.leavesInPlace).toBe(length > leafBytes ? Math.ceil(length / leafBytes) : 0)
      }
    ),
    { numRuns: 25 }
  )
}, 120_000)

it.each([
  ['a small file', MIB - 1, {}],
  ['a file of one leaf', MIB, { chunker: 'size-1048576' }],
  ['small leaves', 2 * MIB, { chunker: 'size-16384' }],
  ['leaves cut by their content', 2 * MIB, { chunker: 'buzhash' }],
  ['leaves of a trickle that are not raw', 2 * MIB, { rawLeaves: false, layout: 'trickle' as const }]
])('does not stage %s', async (_, length, options) => {
  const bytes = randomBytes(length, 3)
  const [plain, kept] = [await imported([bytes], options, false), await imported([bytes], options, true)]
  expect(kept.staged).toBe(0)
  expect(kept.root).toBe(plain.root)
})

it('reads content itself that the store cannot stage, and reports its faults', async () => {
  const bytes = randomBytes(3 * MIB, 5)
  const plain = await imported([bytes], {}, false)
  const content = new PackedContent(new Blob([bytes])).next(bytes.length)
  let root = ''

  for await (
    const event of importEntries(
      (async function* () {
        yield { path: 'file', kind: 'file' as const, content }
      })(),
      {
        ...OPTIONS,
        stage: async () => {
          throw new Error('the browser cannot read it')
        }
      }
    )
  ) {
    if (event.type === 'root') {
      root = event.cid.toString()
    }
  }

  expect(root).toBe(plain.root)

  const full = importEntries(
    (async function* () {
      yield { path: 'file', kind: 'file' as const, content: new PackedContent(new Blob([bytes])).next(bytes.length) }
    })(),
    {
      ...OPTIONS,
      stage: async () => {
        throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      }
    }
  )
  await expect((async () => {
    for await (const _ of full);
  })()).rejects.toThrow('full')
})

it('creates the same blocks from the parts of a body that is staged from the first slice on', async () => {
  const lengths = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 3 * MIB }),
      fc.integer({ min: 7 * MIB, max: 30 * MIB }),
      fc.constantFrom(8 * MIB, 16 * MIB, 24 * MIB)
    ),
    { minLength: 1, maxLength: 3 }
  )

  await fc.assert(
    fc.asyncProperty(
      lengths,
      fc.constantFrom('size-262144', 'size-40000', 'size-1048576'),
      fc.boolean(),
      fc.nat(100),
      async (lengths, chunker, rawLeaves, seed) => {
        const files = lengths.map((length, i) => randomBytes(length, seed + i))
        const options = { chunker, rawLeaves, wrap: true }
        const [plain, kept] = [await imported(files, options, false, sent), await imported(files, options, true, sent)]
        expect(kept.root).toBe(plain.root)
        expect([...kept.blocks.keys()].sort()).toEqual([...plain.blocks.keys()].sort())
        kept.blocks.forEach((block, key) => {
          expect(Buffer.compare(block, plain.blocks.get(key)!)).toBe(0)
        })
        expect(kept.staged > 0 || !lengths.some((length) => length >= 16 * MIB)).toBe(true)
      }
    ),
    { numRuns: 8 }
  )
}, 120_000)

it.each([true, false])('writes no leaf after the first slice of a body twice, raw or not (%s)', async (rawLeaves) => {
  const { leavesInPlace } = await imported([randomBytes(20 * MIB, 1)], { rawLeaves }, true, sent)
  expect(leavesInPlace).toBe(12 * MIB / 262144)
})
