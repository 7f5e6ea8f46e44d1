import { CarBlockIterator } from '@ipld/car'
import * as dagCbor from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

async function car (path: string): Promise<{ roots: string[]; blocks: string[] }> {
  const response = await gateway.get(path)
  expect(response.status).toBe(200)
  const reader = await CarBlockIterator.fromBytes(await response.bytes())
  const blocks: string[] = []
  for await (const { cid } of reader) {
    blocks.push(cid.toString())
  }
  return { roots: (await reader.getRoots()).map(String), blocks }
}

describe('a CAR of a file tree', () => {
  let leaves: CID[]
  let file: CID
  let directory: CID
  let root: CID
  const order = (...cids: CID[]): string[] => cids.map(String)

  beforeEach(async () => {
    const parts = [await gateway.dag.raw('aaaa'), await gateway.dag.raw('bbbb'), await gateway.dag.raw('aaaa')]
    leaves = parts.map(({ cid }) => cid)
    file = (await gateway.dag.file(parts)).cid
    directory = await gateway.dag.directory({ file, same: file })
    root = await gateway.dag.directory({ directory })
  })

  it('is complete, has the path first, and each block once', async () => {
    expect(await car(`/ipfs/${root}/directory?format=car`)).toEqual({
      roots: [directory.toString()],
      blocks: order(root, directory, file, leaves[0], leaves[1])
    })
  })

  it('has duplicates on request', async () => {
    const content = order(file, leaves[0], leaves[1], leaves[2])
    expect((await car(`/ipfs/${directory}?format=car&car-dups=y`)).blocks).toEqual([
      ...order(directory),
      ...content,
      ...content
    ])
  })

  it('follows dag-scope', async () => {
    expect((await car(`/ipfs/${directory}?format=car&dag-scope=block`)).blocks).toEqual(order(directory))
    expect((await car(`/ipfs/${directory}?format=car&dag-scope=entity`)).blocks).toEqual(order(directory))
    expect((await car(`/ipfs/${directory}/file?format=car&dag-scope=block`)).blocks).toEqual(order(directory, file))
    expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&car-dups=y`)).blocks).toEqual(order(file, ...leaves))
  })

  it('follows entity-bytes', async () => {
    expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=4:7`)).blocks).toEqual(
      order(file, leaves[1])
    )
    expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=3:4`)).blocks).toEqual(
      order(file, leaves[0], leaves[1])
    )
    expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=12:*`)).blocks).toEqual(order(file))
  })

  it.each(['-1:0', '-2:3', '5:-8', '9223372036854775806:9223372036854775807', '12:9223372036854775807'])(
    'has only the root for the empty range %s',
    async (range) => {
      expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=${range}`)).blocks).toEqual(order(file))
    }
  )

  it('accepts a range that is larger than any file', async () => {
    expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=8:9223372036854775807`)).blocks).toEqual(
      order(file, leaves[2])
    )
    expect((await car(`/ipfs/${file}?format=car&dag-scope=entity&entity-bytes=-9223372036854775808:1`)).blocks).toEqual(
      order(file, leaves[0])
    )
  })

  it('proves that a name does not exist', async () => {
    expect(await car(`/ipfs/${root}/directory/none/deeper?format=car`)).toEqual({
      roots: ['bafkqaaa'],
      blocks: order(root, directory)
    })
  })

  it('is identical whether or not the first block is available', async () => {
    await gateway.dag.store.delete(file)
    expect(await car(`/ipfs/${file}?format=car`)).toEqual({ roots: [file.toString()], blocks: [] })
  })

  it('ends at a missing block, and breaks', async () => {
    await gateway.dag.store.delete(leaves[1])
    const response = await gateway.get(`/ipfs/${root}/directory?format=car`)
    expect([response.status, response.headers.get('content-length'), response.headers.get('x-ipfs-roots')]).toEqual([
      200,
      null,
      `${root},${directory}`
    ])
    const iterator = CarBlockIterator.fromIterable(
      response.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>
    )
    const blocks: string[] = []
    await expect((async () => {
      for await (const { cid } of await iterator) {
        blocks.push(cid.toString())
      }
    })()).rejects.toThrow(`could not find ${leaves[1]}`)
    expect(blocks).toEqual(order(root, directory, file, leaves[0]))
    expect((await gateway.get(`/ipfs/${directory}?format=car`, { method: 'HEAD' })).status).toBe(200)
    expect((await gateway.get(`/ipfs/${directory}/file/x?format=car`)).status).toBe(200)
  })

  it('breaks if a later block is missing', async () => {
    const parts = []
    for (let i = 0; i < 20; i++) {
      parts.push(await gateway.dag.raw(new Uint8Array(300_000).fill(i)))
    }
    const { cid } = await gateway.dag.file(parts)
    await gateway.dag.store.delete(parts[19].cid)
    const response = await gateway.get(`/ipfs/${cid}?format=car`)
    expect(response.status).toBe(200)
    await expect(response.bytes()).rejects.toThrow('could not find')
  })

  it('is not cached as missing', async () => {
    const { headers } = await gateway.get(`/ipfs/${file}?format=car`)
    expect(headers.get('etag')).toMatch(new RegExp(`^W/"${file}\\.car\\.[0-9a-v]+"$`))
    const tags = new Set<string | null>()

    for (
      const query of [
        '',
        '&dag-scope=block',
        '&dag-scope=entity',
        '&entity-bytes=0:1',
        '&entity-bytes=0:2',
        '&car-dups=y',
        '&car-order=unk'
      ]
    ) {
      tags.add((await gateway.get(`/ipfs/${file}?format=car${query}`)).headers.get('etag'))
    }

    expect(tags.size).toBe(7)
  })
})

it('a CAR follows links of documents and omits identity blocks', async () => {
  const leaf = (await gateway.dag.raw('leaf')).cid
  const inline = CID.parse('bafkqac3jnzwgs3tfeb2gk6du')
  const cid = await gateway.dag.put(0x71, dagCbor.encode({ a: { b: leaf }, inline }))
  expect((await car(`/ipfs/${cid}?format=car`)).blocks).toEqual([cid.toString(), leaf.toString()])
  expect((await car(`/ipfs/${cid}/a?format=car&dag-scope=entity`)).blocks).toEqual([cid.toString()])
  expect((await car(`/ipfs/${cid}/a/b?format=car`)).blocks).toEqual([cid.toString(), leaf.toString()])
})

describe('a CAR of a file with wrong sizes', () => {
  it.each<[string, { blockSizes?: number[]; fileSize?: number }]>([
    ['none', { blockSizes: [] }],
    ['too few', { blockSizes: [4, 4] }],
    ['empty', { blockSizes: [0, 0, 0], fileSize: 0 }],
    ['no sum', { fileSize: 5 }]
  ])('is complete, and for any range sufficient: %s', async (_, sizes) => {
    const parts = [
      await gateway.dag.raw('aaaa'),
      await gateway.dag.raw('bbbb'),
      await gateway.dag.leaf(Buffer.from('cccc'))
    ]
    const { cid } = await gateway.dag.file(parts, sizes)
    const blocks = [cid, ...parts.map(({ cid }) => cid)].map(String)
    expect((await car(`/ipfs/${cid}?format=car&dag-scope=entity`)).blocks).toEqual(blocks)
    expect((await car(`/ipfs/${cid}?format=car&dag-scope=entity&car-dups=y`)).blocks).toEqual(blocks)
    expect((await car(`/ipfs/${cid}?format=car`)).blocks).toEqual(blocks)
    if (sizes.fileSize == null) {
      expect((await car(`/ipfs/${cid}?format=car&dag-scope=entity&entity-bytes=4:5`)).blocks).toEqual(blocks)
    }
  })

  it.each([
    ['all parts empty', [0, 0, 0], 0],
    ['some parts empty', [0, 0, 12], 12],
    ['moved borders', [1, 10, 1], 12],
    ['large parts', [100, 100, 100], 300],
    ['small parts', [1, 1, 1], 3]
  ])('has all blocks for a range whose own blocks show it: %s', async (_, blockSizes, fileSize) => {
    const parts = [
      await gateway.dag.raw('aaaa'),
      await gateway.dag.raw('bbbb'),
      await gateway.dag.leaf(Buffer.from('cccc'))
    ]
    const { cid } = await gateway.dag.file(parts, { blockSizes, fileSize })
    const blocks = [cid, ...parts.map(({ cid }) => cid)].map(String)
    for (const range of ['0:1', '-2:*', '0:*']) {
      for (const dups of ['n', 'y']) {
        const query = `format=car&dag-scope=entity&entity-bytes=${range}&car-dups=${dups}`
        expect([...new Set((await car(`/ipfs/${cid}?${query}`)).blocks)].sort()).toEqual(blocks.toSorted())
      }
    }
  })

  it('has each block once, unless duplicates are asked for, if a nested part shows it', async () => {
    const [a, b, c] = [await gateway.dag.raw('aaaa'), await gateway.dag.raw('bbbb'), await gateway.dag.raw('cccc')]
    const inner = await gateway.dag.file([a, b], { blockSizes: [1, 7] })
    const { cid } = await gateway.dag.file([c, inner])
    expect((await car(`/ipfs/${cid}?format=car&dag-scope=entity&entity-bytes=5:6`)).blocks).toEqual(
      [cid, inner.cid, b.cid, c.cid, a.cid].map(String)
    )
  })

  it('is complete if it is nested deep', async () => {
    let part = await gateway.dag.raw('a')
    for (let i = 0; i < 2000; i++) {
      part = await gateway.dag.file([part])
    }
    expect((await car(`/ipfs/${part.cid}?format=car&dag-scope=entity`)).blocks).toHaveLength(2001)
    expect((await car(`/ipfs/${part.cid}?format=car`)).blocks).toHaveLength(2001)
  })
})

it('a CAR of a block that is not UnixFS contains that block', async () => {
  const cid = await gateway.dag.put(0x70, Uint8Array.of(0x0a, 1, 0xff))
  expect((await car(`/ipfs/${cid}?format=car&dag-scope=entity`)).blocks).toEqual([cid.toString()])
})
