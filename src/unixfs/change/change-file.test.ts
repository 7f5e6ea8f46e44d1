import fc from 'fast-check'
import type { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { IMPORT_DEFAULTS } from '../../testing/dag/import-options.ts'
import { xorshift } from '../../testing/replay/golden-body.ts'
import recorded from '../../testing/replay/recorded-file-changes.json' with { type: 'json' }
import { encodeUnixfsNode } from '../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../format/unixfs-data.ts'
import { parseChunker } from '../import/chunker/parse-chunker.ts'
import { importEntries } from '../import/entries/import-entries.ts'
import { readFile } from '../read/file/read-file.ts'
import { changeFile } from './change-file.ts'
import type { ChangeFileOptions } from './change-file.ts'
import { loadFileBlock, storeFramed } from './file-block.ts'
import type { PartLink } from './file-block.ts'
import type { Hashing } from './hashing.ts'
import { storeNode } from './node-store.ts'

const { signal } = new AbortController()
const now = { secs: 1_700_000_000n, nsecs: 5 }
const HASHES: Record<string, number> = { blake3: 0x1e, 'sha2-512': 0x13 }

function memory (): {
  store: MemoryBlockstore
  read: string[]
  options: Pick<ChangeFileOptions, 'blocks' | 'put' | 'signal'>
} {
  const store = new MemoryBlockstore()
  const read: string[] = []
  const reader = blockReader(store, undefined)
  const blocks = {
    ...reader,
    get: async (cid: CID, options: { signal: AbortSignal }) => {
      read.push(cid.toString())
      return await reader.get(cid, options)
    }
  }
  return {
    store,
    read,
    options: {
      blocks,
      signal,
      put: async (cid, bytes) => {
        await store.put(cid, bytes)
      }
    }
  }
}

async function emptyFile (options: ReturnType<typeof memory>['options'], hashing: Hashing): Promise<CID> {
  return await storeNode(options, CODEC.dagPb, encodeUnixfsNode([], { type: UNIXFS_TYPE.file, fileSize: 0 }), hashing)
}

async function* yieldPieces (bytes: Uint8Array, size = 70_001): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size)
  }
}

async function added (query: string, bytes: Uint8Array, store: MemoryBlockstore): Promise<CID> {
  const params = new URLSearchParams(query)
  const cidVersion = params.get('cid-version') === '1' ? 1 : 0
  const events = importEntries(
    (async function* () {
      yield { path: 'f', kind: 'file' as const, content: yieldPieces(bytes) }
    })(),
    {
      ...IMPORT_DEFAULTS,
      cidVersion,
      rawLeaves: params.has('raw-leaves') ? params.get('raw-leaves') === 'true' : cidVersion === 1,
      chunker: params.get('chunker') ?? 'size-262144',
      layout: params.has('trickle') ? 'trickle' : 'balanced',
      inlineLimit: params.has('inline') ? 32 : undefined,
      sink: async (cid, bytes) => {
        await store.put(cid, bytes)
      }
    }
  )

  let root: CID | undefined

  for await (const event of events) {
    root = event.type === 'root' ? event.cid : root
  }

  return root as CID
}

describe('files change as in Kubo 0.40.0', () => {
  it.each(recorded.map((row) => [row.name, row] as const))('%s', async (_, { opts, base, steps, out }) => {
    const params = new URLSearchParams(opts)
    const { store, options } = memory()
    const hash = HASHES[params.get('hash') ?? ''] ?? 0x12
    const hashing: Hashing = { version: params.has('cid-version') || params.has('hash') ? 1 : 0, hash }
    let file = base == null
      ? await emptyFile(options, hashing)
      : await added(base.query, xorshift(base.seed, base.length), store)
    let model = base == null ? new Uint8Array(0) : xorshift(base.seed, base.length)
    const rawLeaves = params.has('raw-leaves') ? params.get('raw-leaves') === 'true' : undefined

    for (
      const [i, [offset, seed, length, truncate]] of (steps as Array<[number, number, number, boolean?]>).entries()
    ) {
      const content = xorshift(seed, length)
      const { cid, tsize } = await changeFile(file, {
        ...options,
        now,
        chunker: parseChunker('size-262144'),
        rawLeaves: rawLeaves ?? file.version === 1,
        offset,
        size: truncate === true ? 0 : undefined,
        content: yieldPieces(content)
      })

      model = changed(truncate === true ? new Uint8Array(0) : model, offset, content)
      expect(Buffer.compare(await toBytes(readFile(cid, options), { signal }), model)).toBe(0)
      expect([i, cid.toString(), tsize]).toEqual([i, ...out[base == null ? i : i + 1].slice(0, 2)])
      file = cid
    }
  })
})

describe('a changed file', () => {
  const chunker = parseChunker('size-100')

  it('has the same bytes as an array after the same changes', async () => {
    const step = fc.record({
      offset: fc.nat(3000),
      length: fc.oneof(fc.nat(20), fc.nat(3000)),
      seed: fc.integer({ min: 1, max: 1000 }),
      size: fc.option(fc.nat(3000), { nil: undefined }),
      rawLeaves: fc.boolean()
    })

    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
        fc.nat(2500),
        async (steps, version, length) => {
          const { store, options } = memory()
          let model: Uint8Array = xorshift(7, length)
          let file = await added(`cid-version=${version}&chunker=size-100&raw-leaves=${length % 2 === 0}`, model, store)

          for (const { offset, length, seed, size, rawLeaves } of steps) {
            const content = xorshift(seed, length)
            const { cid } = await changeFile(file, {
              ...options,
              now,
              chunker,
              rawLeaves,
              offset,
              size,
              content: yieldPieces(content, 333)
            })
            const cut = new Uint8Array(size ?? model.length)
            cut.set(model.subarray(0, cut.length))
            model = changed(cut, offset, content)
            expect(Buffer.compare(await toBytes(readFile(cid, options), { signal }), model)).toBe(0)
            file = cid
          }
        }
      ),
      { numRuns: 60 }
    )
  })

  it('of 10 GiB is changed along one path only', async () => {
    const { store, read, options } = memory()
    const levels = [1024 * 1024, 100, 100]
    let link: PartLink & { fileSize: number } = {
      cid: await storeNode(options, CODEC.raw, new Uint8Array(levels[0]), { version: 1, hash: 0x12 }),
      tsize: levels[0],
      fileSize: levels[0]
    }

    for (const width of levels.slice(1)) {
      link = {
        ...await storeFramed({
          kind: 'framed',
          hashing: { version: 1, hash: 0x12 },
          links: new Array(width).fill(link),
          data: { type: UNIXFS_TYPE.file, blockSizes: [], fileSize: width * link.fileSize }
        }, options),
        fileSize: width * link.fileSize
      }
    }

    expect(link.fileSize).toBe(10_000 * 1024 * 1024)
    const before = await store.stat()
    const middle = 5_000 * 1024 * 1024 + 10
    const { cid } = await changeFile(link.cid, {
      ...options,
      now,
      chunker,
      rawLeaves: true,
      offset: middle,
      content: yieldPieces(xorshift(1, 5))
    })
    expect((await store.stat()).blocks - before.blocks).toBe(3)
    expect(new Set(read).size).toBe(4)
    expect(await toBytes(readFile(cid, { ...options, offset: middle - 1, length: 7 }), { signal })).toEqual(
      Uint8Array.of(0, ...xorshift(1, 5), 0)
    )

    const grown = await changeFile(cid, {
      ...options,
      now,
      chunker,
      rawLeaves: true,
      offset: link.fileSize,
      content: yieldPieces(xorshift(2, 5))
    })
    expect((await store.stat()).blocks - before.blocks).toBe(5)
    expect(grown.tsize).toBeGreaterThan(link.fileSize)
  })

  it('keeps its mode, and gets the time of the change', async () => {
    const { options } = memory()
    const cid = await storeNode(
      options,
      CODEC.dagPb,
      encodeUnixfsNode([], {
        type: UNIXFS_TYPE.file,
        data: Uint8Array.of(1, 2, 3),
        fileSize: 3,
        mode: 0o600,
        mtime: { secs: 1n, nsecs: 0 }
      }),
      { version: 0, hash: 0x12 }
    )

    for (
      const change of [{ offset: 1, content: yieldPieces(Uint8Array.of(9)) }, {
        offset: 3,
        content: yieldPieces(Uint8Array.of(9))
      }, { size: 1 }]
    ) {
      const changed = await changeFile(cid, { ...options, now, chunker, rawLeaves: true, ...change })
      expect(await loadFileBlock(changed.cid, options)).toMatchObject({ data: { mode: 0o600, mtime: now } })
    }
  })

  it('aborts with the signal, and fails with the error of its content', async () => {
    const { options } = memory()
    const file = await emptyFile(options, { version: 0, hash: 0x12 })
    const controller = new AbortController()
    const endless = changeFile(file, {
      ...options,
      now,
      chunker,
      rawLeaves: true,
      signal: controller.signal,
      offset: Number.MAX_SAFE_INTEGER
    })
    controller.abort(new Error('enough'))
    await expect(endless).rejects.toThrow('enough')

    const cut = (async function* () {
      yield new Uint8Array(250)
      throw new Error('cut')
    })()
    await expect(changeFile(file, { ...options, now, chunker, rawLeaves: true, content: cut })).rejects.toThrow('cut')
  })

  it.each([
    ['a directory', { type: UNIXFS_TYPE.directory }, "unsupported fsnode type for 'file'"],
    ['a symlink', { type: UNIXFS_TYPE.symlink, data: Uint8Array.of(97) }, 'symlinks not yet supported'],
    [
      'a node that lies about its links',
      { type: UNIXFS_TYPE.file, fileSize: 4, blockSizes: [4] },
      /has 0 links and the sizes of 1/
    ]
  ])('cannot be %s', async (_, data, message) => {
    const { options } = memory()
    const cid = await storeNode(options, CODEC.dagPb, encodeUnixfsNode([], data), { version: 0, hash: 0x12 })
    await expect(changeFile(cid, { ...options, now, chunker, rawLeaves: true, content: yieldPieces(Uint8Array.of(1)) }))
      .rejects.toThrow(message)
  })
})

function changed (model: Uint8Array, offset: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.max(model.length, offset, content.length === 0 ? 0 : offset + content.length))
  out.set(model)
  out.set(content, offset)
  return out
}
