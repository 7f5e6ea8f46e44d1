import fc from 'fast-check'
import { importBytes } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced, trickle } from 'ipfs-unixfs-importer/layout'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import { DagBuilder } from '../../../testing/dag/dag-builder.ts'
import type { Child } from '../../../testing/dag/dag-builder.ts'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { FileNode } from '../../format/unixfs-node.ts'
import { measureFile } from '../sizes/measure-file.ts'
import { loadNode } from './load-node.ts'
import { readFile } from './read-file.ts'
import type { ReadFileOptions } from './read-file.ts'

let dag: DagBuilder

beforeEach(() => {
  dag = new DagBuilder()
})

async function readBytes (cid: CID, options: Partial<ReadFileOptions> = {}): Promise<Uint8Array> {
  return Buffer.concat(await all(readFile(cid, { ...dag, ...options })))
}

async function block (cid: CID): Promise<[CID, Uint8Array]> {
  return [cid, await dag.store.bytes(cid) as Uint8Array]
}

function pattern (length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 0xff)
}

describe('ranges equal those of a plain buffer', () => {
  const range = fc.record({ offset: fc.nat(2500), length: fc.oneof(fc.nat(2500), fc.constant(Infinity)) })

  it('in the layouts of an importer', async () => {
    const layout = fc.record({
      size: fc.nat(2000),
      chunk: fc.integer({ min: 1, max: 300 }),
      width: fc.integer({ min: 2, max: 6 }),
      rawLeaves: fc.boolean(),
      trickles: fc.boolean(),
      range
    })

    await fc.assert(
      fc.asyncProperty(layout, async ({ size, chunk, width, rawLeaves, trickles, range: { offset, length } }) => {
        const bytes = pattern(size)
        const { cid } = await importBytes(bytes, dag.store as never, {
          chunker: fixedSize({ chunkSize: chunk }),
          layout: trickles
            ? trickle({ maxChildrenPerNode: width, layerRepeat: 2 })
            : balanced({ maxChildrenPerNode: width }),
          rawLeaves,
          reduceSingleLeafToSelf: rawLeaves
        })

        expect(await readBytes(CID.decode(cid.bytes), { offset, length })).toEqual(
          Buffer.from(bytes.subarray(offset, offset + length))
        )
      }),
      { numRuns: 150 }
    )
  })

  it('in trees of any shape, with empty parts and leaves of both kinds', async () => {
    type Tree = { raw: boolean; size: number } | Tree[]
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.record({ raw: fc.boolean(), size: fc.nat(40) }),
        fc.array(tie('tree'), { minLength: 1, maxLength: 5 })
      )
    }))

    await fc.assert(
      fc.asyncProperty(tree, range, async (tree, { offset, length }) => {
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
        expect(await readBytes(cid, { offset: offset % 200, length })).toEqual(
          Buffer.from(bytes.subarray(0, at).subarray(offset % 200, offset % 200 + length))
        )
      }),
      { numRuns: 300 }
    )
  })
})

it('reads only the blocks of a range', async () => {
  const leaves = await Promise.all(
    ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee', 'ffff'].map(async (text) => await dag.raw(text))
  )
  const halves = [await dag.file(leaves.slice(0, 3)), await dag.file(leaves.slice(3))]
  const { cid } = await dag.file(halves)
  expect(String(await readBytes(cid, { offset: 14, length: 3 }))).toBe('ddd'.slice(0, 2) + 'e')
  expect(dag.read).toEqual([cid, halves[1].cid, leaves[3].cid, leaves[4].cid].map(String))
})

it('reads only the root for an empty range', async () => {
  const { cid } = await dag.file([await dag.raw('aaaa'), await dag.raw('bbbb')])
  expect(await readBytes(cid, { offset: 8 })).toHaveLength(0)
  expect(await readBytes(cid, { offset: 3, length: 0 })).toHaveLength(0)
  expect(dag.read).toEqual([cid, cid].map(String))
})

it('returns views of the blocks, no copies', async () => {
  const { cid } = await dag.raw(pattern(100))
  const [whole] = await all(readFile(cid, dag))
  const [part] = await all(readFile(cid, { ...dag, offset: 10, length: 5 }))
  expect(whole).toBe(await dag.store.bytes(cid))
  expect(part.buffer).toBe(whole.buffer)
})

it('reads identity CIDs', async () => {
  expect(String(await readBytes(CID.parse('bafkqabtjnzwgs3tf'), { offset: 2 }))).toBe('line')
  expect(await readBytes(CID.parse('bafkqaaa'))).toHaveLength(0)
})

describe('nodes that are not files', () => {
  it.each<[string, () => Promise<CID>]>([
    ['this dag node is a directory', async () => await dag.directory({})],
    ['cannot currently read symlinks', async () => await dag.pb([], { type: 4 })],
    ['unknown node type', async () => await dag.put(0x71, Uint8Array.of(0x80))],
    ['unrecognized node type', async () => await dag.put(0x70, Uint8Array.of(0x0a, 2, 8, 9))],
    ['incorrectly formatted metadata object', async () => await dag.put(0x70, Uint8Array.of(0x0a, 2, 8, 3))],
    ['proto: cannot parse invalid wire-format data', async () => await dag.put(0x70, Uint8Array.of(0x0a, 2, 9, 9))],
    [
      'proto: required field ipfs.boxo.ipld.unixfs.pb.Data.Type not set',
      async () => await dag.put(0x70, new Uint8Array(0))
    ],
    ['unexpected EOF', async () => await dag.put(0x70, Uint8Array.of(0x0a, 5, 8))]
  ])('%s', async (message, make) => {
    await expect(readBytes(await make())).rejects.toThrow(message)
  })
})

describe('a file with wrong sizes', () => {
  const leaves = async (): Promise<
    Child[]
  > => [await dag.raw('aa'), await dag.leaf(Buffer.from('bbb')), await dag.raw('c')]
  const inner = async (): Promise<Child> => await dag.file(await leaves())

  it.each<[string, () => Promise<Child>]>([
    ['no sizes', async () => await dag.file(await leaves(), { blockSizes: [] })],
    ['fewer sizes than links', async () => await dag.file(await leaves(), { blockSizes: [2, 3] })],
    ['more sizes than links', async () => await dag.file(await leaves(), { blockSizes: [2, 3, 1, 1] })],
    ['no size of its own', async () => await dag.file(await leaves(), { fileSize: undefined })],
    ['a size of 0', async () => await dag.file(await leaves(), { fileSize: 0 })],
    ['a size of 0, and sizes of 0', async () => await dag.file(await leaves(), { fileSize: 0, blockSizes: [0, 0, 0] })],
    ['a size of 0, and no sizes', async () => await dag.file(await leaves(), { fileSize: 0, blockSizes: [] })],
    ['a larger size', async () => await dag.file(await leaves(), { fileSize: 50 })],
    ['sizes of leaves that are not theirs', async () => await dag.file(await leaves(), { blockSizes: [1, 2, 3] })],
    ['a part that is told to be empty', async () => await dag.file(await leaves(), { blockSizes: [2, 0, 4] })],
    [
      'more bytes than can be counted',
      async () => await dag.file(await leaves(), { blockSizes: [2 ** 53 - 1, 2 ** 53 - 1, 2], fileSize: 2 ** 53 - 1 })
    ],
    ['an inner node of another size', async () => await dag.file([{ ...await inner(), size: 60 }])],
    ['an inner node without sizes', async () => await dag.file([await dag.file(await leaves(), { blockSizes: [] })])],
    ['an inner node of 0', async () => await dag.file([{ ...await inner(), size: 0 }])]
  ])('is read completely, and in ranges from its start: %s', async (_, make) => {
    const { cid } = await make()
    expect(String(await readBytes(cid))).toBe('aabbbc')
    expect(String(await readBytes(cid, { length: 4 }))).toBe('aabb')
    expect(String(await readBytes(cid, { length: 600 }))).toBe('aabbbc')
    expect(await measureFile(await loadNode(cid, dag) as FileNode, dag)).toMatchObject({ size: 6 })
  })

  it('has its true size if its root shows that it is wrong', async () => {
    for (
      const sizes of [{ blockSizes: [] }, { fileSize: 0 }, { fileSize: 0, blockSizes: [0, 0, 0] }, { fileSize: 900 }]
    ) {
      expect(await loadNode((await dag.file(await leaves(), sizes)).cid, dag)).toMatchObject({
        size: 6,
        blockSizes: [2, 3, 1]
      })
    }
  })

  it.each<[string, () => Promise<Child>]>([
    ['no sizes', async () => await dag.file(await leaves(), { blockSizes: [] })],
    ['a size of 0', async () => await dag.file(await leaves(), { fileSize: 0, blockSizes: [0, 0, 0] })],
    ['sizes of leaves that are not theirs', async () => await dag.file(await leaves(), { blockSizes: [1, 2, 3] })]
  ])('is read in ranges: %s', async (_, make) => {
    const { cid } = await make()
    expect(String(await readBytes(cid, { offset: 1, length: 3 }))).toBe('abb')
    expect(String(await readBytes(cid, { offset: 5 }))).toBe('c')
  })

  it('may be a leaf with another size than recorded', async () => {
    for (const fileSize of [0, 2, 900]) {
      const cid = await dag.pb([], { type: 2, data: { parts: [Buffer.from('hello')], length: 5 }, fileSize })
      expect(String(await readBytes(cid))).toBe('hello')
      expect(String(await readBytes(cid, { offset: 1, length: 3 }))).toBe('ell')
    }
  })

  it('is neither truncated nor padded for a reader that knows the size', async () => {
    const long = decodeUnixfsNode(
      ...await block((await dag.file([await dag.raw('aa'), { ...await dag.raw('bbbb'), size: 2 }])).cid)
    ) as FileNode
    await expect(all(readFile(long, { ...dag, length: long.size }))).rejects.toMatchObject({
      name: 'FileSizeError',
      message: 'file has 6 bytes where its root tells of 4'
    })
    const short = decodeUnixfsNode(
      ...await block((await dag.file([await dag.raw('aa'), { ...await dag.raw('bb'), size: 4 }])).cid)
    ) as FileNode
    await expect(all(readFile(short, { ...dag, length: short.size }))).rejects.toMatchObject({
      message: 'file has 4 bytes where its root tells of 6'
    })
  })

  it('may contain a directory', async () => {
    const { cid } = await dag.file([await dag.raw('aa'), { cid: await dag.directory({}), size: 2 }])
    await expect(readBytes(cid)).rejects.toThrow('this dag node is a directory')
  })

  it('may have more bytes than an integer can count', async () => {
    let part = await dag.raw('ab')
    for (let i = 0; i < 60; i++) {
      part = await dag.file([part, part], { fileSize: 2, blockSizes: [1, 1] })
    }
    await expect(readBytes(part.cid)).rejects.toThrow('has more bytes than can be counted')
  })

  it('may link endlessly to empty nodes: each block is read once', async () => {
    let part = await dag.raw('')

    for (let i = 0; i < 20; i++) {
      part = await dag.file(new Array<Child>(50).fill(part))
    }

    const { cid } = await dag.file([part, await dag.raw('end')])
    dag.read.length = 0
    expect(String(await readBytes(cid))).toBe('end')
    expect(dag.read.length).toBeLessThan(100)
  })
})

describe('a deeply nested file', () => {
  it.each([['one link a node', 0], ['two links a node', 1]])('is read: %s', async (_, more) => {
    let part = await dag.raw('a')

    for (let i = 0; i < 3000; i++) {
      part = await dag.file([part, ...new Array<Child>(more).fill(await dag.raw('b'))])
    }

    expect(String(await readBytes(part.cid))).toBe(`a${'b'.repeat(3000 * more)}`)
    expect(String(await readBytes(part.cid, { offset: 1 + 2990 * more }))).toBe('b'.repeat(10 * more))
    const wrong = await dag.file([part], { fileSize: 0, blockSizes: [] })
    expect(String(await readBytes(wrong.cid))).toBe(`a${'b'.repeat(3000 * more)}`)
  })
})

it('reports a missing block after the bytes before it', async () => {
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
