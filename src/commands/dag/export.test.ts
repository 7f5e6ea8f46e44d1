import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { beforeEach, describe, expect, it } from 'vitest'
import { toAsyncGenerator } from '../../async/iteration/to-async-generator.ts'
import { readCar } from '../../car/read-car.ts'
import { verifiedBlocks } from '../../car/verified-blocks.ts'

import { fileForm } from '../../testing/dag/car-form.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const dag = smallDag('a')
const [top, inner1, inner2, leaf1, leaf2] = dag.blocks

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start()
  await putBlocks(app.node.blockstore, dag.blocks)
})

/** Returns the blocks of an export in order, and its final error. */
async function exported (target: string): Promise<{ roots: string[]; blocks: string[]; trailer: string | undefined }> {
  let trailer: string | undefined
  const response = await app.open(`dag/export?arg=${target}`, {}, (_, value) => {
    trailer = value
  })
  expect(response.headers.get('content-type')).toBe('application/vnd.ipld.car')
  const { roots, blocks } = await readCar(toAsyncGenerator([new Uint8Array(await response.arrayBuffer())]))
  const cids: string[] = []

  for await (const { cid } of verifiedBlocks(blocks)) {
    cids.push(cid.toString())
  }

  return { roots: roots.map(String), blocks: cids, trailer }
}

const cids = (...blocks: Array<{ cid: CID }>): string[] => blocks.map(({ cid }) => cid.toString())

describe('dag/export', () => {
  it('is depth-first and writes each block once', async () => {
    const again = cborNode('again', [leaf2.cid, top.cid, inner2.cid, leaf2.cid])
    await putBlocks(app.node.blockstore, [again])
    expect(await exported(String(again.cid))).toEqual({
      roots: cids(again),
      blocks: cids(again, leaf2, top, inner1, leaf1, inner2),
      trailer: undefined
    })
  })

  it('follows a path to its root', async () => {
    expect(await exported(`/ipfs/${top.cid}/links/0`)).toEqual({
      roots: cids(inner1),
      blocks: cids(inner1, leaf1, leaf2),
      trailer: undefined
    })
    expect((await exported(`${top.cid}/name`)).roots).toEqual(cids(top))
  })

  it('writes identity blocks too, and both a CIDv0 and its CIDv1', async () => {
    const identity = CID.createV1(0x55, create(0, new TextEncoder().encode('here')))
    const empty = CID.parse('bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    const node = cborNode('both', [empty, empty.toV0(), identity])
    await putBlocks(app.node.blockstore, [node, { cid: empty, bytes: new Uint8Array(0) }])
    expect((await exported(String(node.cid))).blocks).toEqual([node.cid, empty, empty.toV0(), identity].map(String))
  })

  it('reports where the walk ended, after all available blocks', async () => {
    await app.node.blockstore.delete(leaf2.cid)
    expect(await exported(String(top.cid))).toEqual({
      roots: cids(top),
      blocks: cids(top, inner1, leaf1),
      trailer: `walk failed: error traversing node at "links/0/links/1": could not load link "${leaf2.cid}": block ` +
        `was not found locally (offline): ipld: could not find ${leaf2.cid}`
    })
  })

  it('reports the path of a link after other branches', async () => {
    await app.node.blockstore.delete(inner2.cid)
    expect((await exported(String(top.cid))).trailer).toBe(
      `walk failed: error traversing node at "links/1": could not load link "${inner2.cid}": block was not ` +
        `found locally (offline): ipld: could not find ${inner2.cid}`
    )
  })

  it('reports an unreadable root', async () => {
    const key = CID.createV1(0x72, leaf1.cid.multihash)
    expect(await exported(String(key))).toEqual({
      roots: [String(key)],
      blocks: [],
      trailer: 'root blk load failed: could not choose a decoder: no decoder registered for multicodec code 114 (0x72)'
    })
  })

  it('is an error before the answer starts if the root is missing', async () => {
    const { cid } = rawLeaf('elsewhere')
    const { status, lines } = await app.rpc(`dag/export?arg=${cid}`)
    expect(status).toBe(500)
    expect(lines).toEqual([{
      Message: `block was not found locally (offline): ipld: could not find ${cid}`,
      Code: 0,
      Type: 'error'
    }])
  })

  it('returns a CAR that dag/import accepts', async () => {
    const car = new Uint8Array(await (await app.open(`dag/export?arg=${top.cid}&progress=true`)).arrayBuffer())
    const other = await TestNode.start()
    expect((await other.rpc('dag/import?stats=true', { body: fileForm([car]) })).lines).toEqual([
      { Root: { Cid: { '/': String(top.cid) }, PinErrorMsg: '' } },
      { Stats: { BlockCount: 5, BlockBytesCount: dag.blocks.reduce((sum, { bytes }) => sum + bytes.length, 0) } }
    ])
  })

  it('stops reading if the answer is not read', async () => {
    app = await TestNode.start({ online: true })
    await putBlocks(app.node.blockstore, [top])
    const reader = (await app.open(`dag/export?arg=${top.cid}`)).body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    await putBlocks(app.node.blockstore, dag.blocks)
    expect((await exported(String(top.cid))).blocks).toHaveLength(5)
  })
})
