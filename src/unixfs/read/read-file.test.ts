import fc from 'fast-check'
import all from 'it-all'
import { importBytes } from 'ipfs-unixfs-importer'
import { balanced, trickle } from 'ipfs-unixfs-importer/layout'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import { DagBuilder } from '../../testing/dag-builder.ts'
import type { Child } from '../../testing/dag-builder.ts'
import { readFile } from './read-file.ts'
import type { ReadFileOptions } from './read-file.ts'

let dag: DagBuilder

beforeEach(() => { dag = new DagBuilder() })

async function read (cid: CID, options: Partial<ReadFileOptions> = {}): Promise<Uint8Array> {
  return Buffer.concat(await all(readFile(cid, { ...dag, ...options })))
}

function pattern (length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 0xff)
}

describe('ranges equal those of a plain buffer', () => {
  const range = fc.record({ offset: fc.nat(2500), length: fc.oneof(fc.nat(2500), fc.constant(Infinity)) })

  it('in the layouts of an importer', async () => {
    const layout = fc.record({ size: fc.nat(2000), chunk: fc.integer({ min: 1, max: 300 }), width: fc.integer({ min: 2, max: 6 }), rawLeaves: fc.boolean(), trickles: fc.boolean(), range })

    await fc.assert(fc.asyncProperty(layout, async ({ size, chunk, width, rawLeaves, trickles, range: { offset, length } }) => {
      const bytes = pattern(size)
      const { cid } = await importBytes(bytes, dag.store as never, {
        chunker: fixedSize({ chunkSize: chunk }),
        layout: trickles ? trickle({ maxChildrenPerNode: width, layerRepeat: 2 }) : balanced({ maxChildrenPerNode: width }),
        rawLeaves,
        reduceSingleLeafToSelf: rawLeaves
      })

      expect(await read(CID.decode(cid.bytes), { offset, length })).toEqual(Buffer.from(bytes.subarray(offset, offset + length)))
    }), { numRuns: 150 })
  })

  it('in trees of any shape, with empty parts and leaves of both kinds', async () => {
    type Tree = { raw: boolean, size: number } | Tree[]
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, fc.record({ raw: fc.boolean(), size: fc.nat(40) }), fc.array(tie('tree'), { minLength: 1, maxLength: 5 }))
    }))

    await fc.assert(fc.asyncProperty(tree, range, async (tree, { offset, length }) => {
      const bytes = pattern(100_000)
      let at = 0

      const build = async (tree: Tree): Promise<Child> => {
        if (!Array.isArray(tree)) {
          const content = bytes.subarray(at, at += tree.size)
          return tree.raw ? await dag.raw(content) : await dag.leaf(content)
        }

        const parts: Child[] = []

        for (const part of tree) {
          parts.push(await build(part))
        }

        return await dag.file(parts)
      }

      const { cid } = await build(tree)
      expect(await read(cid, { offset: offset % 200, length })).toEqual(Buffer.from(bytes.subarray(0, at).subarray(offset % 200, offset % 200 + length)))
    }), { numRuns: 300 })
  })
})

it('reads only the blocks that a range touches', async () => {
  const leaves = await Promise.all(['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee', 'ffff'].map(async (text) => await dag.raw(text)))
  const halves = [await dag.file(leaves.slice(0, 3)), await dag.file(leaves.slice(3))]
  const { cid } = await dag.file(halves)
  expect(String(await read(cid, { offset: 14, length: 3 }))).toBe('ddd'.slice(0, 2) + 'e')
  expect(dag.read).toEqual([cid, halves[1].cid, leaves[3].cid, leaves[4].cid].map(String))
})

it('reads nothing but the root for an empty range', async () => {
  const { cid } = await dag.file([await dag.raw('aaaa'), await dag.raw('bbbb')])
  expect(await read(cid, { offset: 8 })).toHaveLength(0)
  expect(await read(cid, { offset: 3, length: 0 })).toHaveLength(0)
  expect(dag.read).toEqual([cid, cid].map(String))
})

it('gives views into the blocks, no copies', async () => {
  const { cid } = await dag.raw(pattern(100))
  const [whole] = await all(readFile(cid, dag))
  const [part] = await all(readFile(cid, { ...dag, offset: 10, length: 5 }))
  expect(whole).toBe(await dag.store.bytes(cid))
  expect(part.buffer).toBe(whole.buffer)
})

it('reads identity CIDs', async () => {
  expect(String(await read(CID.parse('bafkqabtjnzwgs3tf'), { offset: 2 }))).toBe('line')
  expect(await read(CID.parse('bafkqaaa'))).toHaveLength(0)
})

describe('what is no file', () => {
  it.each<[string, () => Promise<CID>]>([
    ['this dag node is a directory', async () => await dag.directory({})],
    ['cannot currently read symlinks', async () => await dag.pb([], { type: 4 })],
    ['unknown node type', async () => await dag.put(0x71, Uint8Array.of(0x80))],
    ['unrecognized node type', async () => await dag.put(0x70, Uint8Array.of(0x0a, 2, 8, 9))],
    ['incorrectly formatted metadata object', async () => await dag.put(0x70, Uint8Array.of(0x0a, 2, 8, 3))],
    ['proto: cannot parse invalid wire-format data', async () => await dag.put(0x70, Uint8Array.of(0x0a, 2, 9, 9))],
    ['proto: required field ipfs.boxo.ipld.unixfs.pb.Data.Type not set', async () => await dag.put(0x70, new Uint8Array(0))],
    ['unexpected EOF', async () => await dag.put(0x70, Uint8Array.of(0x0a, 5, 8))]
  ])('%s', async (message, make) => {
    await expect(read(await make())).rejects.toThrow(message)
  })
})

describe('files that lie about themselves', () => {
  it('have fewer sizes than links', async () => {
    const { cid } = await dag.file([await dag.raw('aa'), await dag.raw('bb')], { blockSizes: [2] })
    await expect(read(cid)).rejects.toThrow(/has 2 links and the sizes of 1/)
  })

  it('have sizes that do not make up the whole', async () => {
    const { cid } = await dag.file([await dag.raw('aa'), await dag.raw('bb')], { fileSize: 5 })
    await expect(read(cid)).rejects.toThrow(/have 4 bytes where 5 are expected/)
  })

  it('have a leaf of another size', async () => {
    const { cid } = await dag.file([await dag.raw('aa'), await dag.raw('bb')], { blockSizes: [1, 3] })
    await expect(read(cid)).rejects.toThrow(/has 2 bytes where 1 are expected/)
  })

  it('have an inner node of another size', async () => {
    const inner = await dag.file([await dag.raw('aa'), await dag.raw('bb')])
    const { cid } = await dag.file([{ ...inner, size: 6 }])
    await expect(read(cid)).rejects.toThrow(/have 4 bytes where 6 are expected/)
  })

  it('claim more bytes than can be counted', async () => {
    const leaf = await dag.raw('aa')
    const { cid } = await dag.file([leaf, leaf], { blockSizes: [2 ** 53 - 1, 2 ** 53 - 1], fileSize: 2 ** 53 - 1 })
    await expect(read(cid)).rejects.toThrow(/are expected/)
  })

  it('have a directory in them', async () => {
    const { cid } = await dag.file([await dag.raw('aa'), { cid: await dag.directory({}), size: 2 }])
    await expect(read(cid)).rejects.toThrow('this dag node is a directory')
  })

  it('are nested deeper than a file can be', async () => {
    let part = await dag.raw('a')

    for (let i = 0; i < 300; i++) {
      part = await dag.file([part])
    }

    await expect(read(part.cid)).rejects.toThrow(/nested too deep/)
  })

  it('link without end to what holds nothing: there is nothing to read', async () => {
    let part = await dag.raw('')

    for (let i = 0; i < 20; i++) {
      part = await dag.file(new Array<Child>(50).fill(part))
    }

    const { cid } = await dag.file([part, await dag.raw('end')])
    expect(String(await read(cid))).toBe('end')
    expect(dag.read).toHaveLength(2)
  })
})

it('tells of a missing block after the bytes before it', async () => {
  const gone = await dag.raw('bbbb')
  const { cid } = await dag.file([await dag.raw('aaaa'), gone, await dag.raw('cccc')])
  await dag.store.delete(gone.cid)
  const chunks: string[] = []

  await expect((async () => {
    for await (const chunk of readFile(cid, dag)) {
      chunks.push(String(Buffer.from(chunk)))
    }
  })()).rejects.toThrow(`block was not found locally (offline): ipld: could not find ${gone.cid}`)
  expect(chunks).toEqual(['aaaa'])
})

it('ends when the signal aborts', async () => {
  const controller = new AbortController()
  const { cid } = await dag.file([await dag.raw('aaaa'), await dag.raw('bbbb')])
  const chunks = readFile(cid, { ...dag, signal: controller.signal })
  await chunks.next()
  controller.abort(new Error('enough'))
  await expect(chunks.next()).rejects.toThrow('enough')
})
