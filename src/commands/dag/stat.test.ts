import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { shortFloat32 } from '../../go/numbers/float32.ts'
import { cborNode, putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const a = smallDag('a')
const [top, inner1, inner2, leaf1, leaf2] = a.blocks
const other = cborNode('other', [leaf1.cid, rawLeaf('more').cid])
const bytesOf = (...blocks: Array<{ bytes: Uint8Array }>): number =>
  blocks.reduce((sum, { bytes }) => sum + bytes.length, 0)

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start()
  await putBlocks(app.node.blockstore, [...a.blocks, other, rawLeaf('more')])
})

describe('dag/stat', () => {
  it('reports its progress after each block', async () => {
    const { lines, text } = await app.rpc(`dag/stat?arg=${top.cid}`)
    const order = [top, inner1, leaf1, leaf2, inner2]
    expect(lines.slice(0, -1)).toEqual(order.map((_, i) => {
      const Size = bytesOf(...order.slice(0, i + 1))
      return { TotalSize: Size, DagStats: [{ Cid: String(top.cid), Size, NumBlocks: i + 1 }] }
    }))
    expect(text.split('\n')[5]).toBe(
      `{"UniqueBlocks":5,"TotalSize":${bytesOf(...order)},"Ratio":1,"DagStats":[{"Cid":"${top.cid}","Size":${
        bytesOf(...order)
      },"NumBlocks":5}]}`
    )
  })

  it('counts blocks shared by roots once', async () => {
    const { lines } = await app.rpc(`dag/stat?arg=${top.cid}&arg=${other.cid}&progress=false`)
    const total = bytesOf(...a.blocks, other, rawLeaf('more'))
    const shared = bytesOf(leaf1)
    expect(lines).toEqual([{
      UniqueBlocks: 7,
      TotalSize: total,
      SharedSize: shared,
      Ratio: shortFloat32((total + shared) / total),
      DagStats: [{ Cid: String(top.cid), Size: bytesOf(...a.blocks), NumBlocks: 5 }, {
        Cid: String(other.cid),
        Size: bytesOf(other, leaf1, rawLeaf('more')),
        NumBlocks: 3
      }]
    }])
  })

  // Kubo cannot write the ratio, which is NaN, and fails after an empty answer.
  it('measures empty blocks', async () => {
    expect((await app.rpc('dag/stat?arg=bafkqaaa&progress=false')).lines).toEqual([{
      UniqueBlocks: 1,
      DagStats: [{ Cid: 'bafkqaaa', NumBlocks: 1 }]
    }])
    expect((await app.rpc('dag/stat?arg=bafkqaaa&progress=false&encoding=text')).text).toBe(
      '\nCID     \tBlocks         \tSize\nbafkqaaa\t1              \t0\n\nSummary\nTotal Size: 0 (0 B)\n' +
        'Unique Blocks: 1\nShared Size: 0 (0 B)\nRatio: NaN\n\n\n'
    )
  })

  it('does not load leaves', async () => {
    const { blockstore: store } = app.node
    const one = vi.spyOn(store, 'bytes')
    const many = vi.spyOn(store, 'bytesMany')
    await app.rpc(`dag/stat?arg=${top.cid}&progress=false`)
    const loaded = [...one.mock.calls.map(([cid]) => cid), ...many.mock.calls.flatMap(([cids]) => [...cids as CID[]])]
    expect(loaded.map(String).sort()).toEqual([top, inner1, inner2].map(({ cid }) => String(cid)).sort())
  })

  it.each([
    [
      'below the root',
      async () => {
        await app.node.blockstore.delete(leaf2.cid)
      },
      String(top.cid),
      `error traversing DAG: block was not found locally (offline): ipld: could not find ${leaf2.cid}`
    ],
    [
      'as the root',
      async () => {
        await app.node.blockstore.delete(top.cid)
      },
      String(top.cid),
      `block was not found locally (offline): ipld: could not find ${top.cid}`
    ],
    ['on the path', async () => {}, `${top.cid}/nope`, 'key not found: "nope"'],
    [
      'within a block',
      async () => {},
      `${top.cid}/name`,
      'cannot return size for anything other than a DAG with a root CID'
    ]
  ])('reports missing blocks %s', async (_, prepare, target, message) => {
    await prepare()
    const { status, lines } = await app.rpc(`dag/stat?arg=${target}&progress=false`)
    expect([status, lines]).toEqual([500, [{ Message: message, Code: 0, Type: 'error' }]])
  })
})

it.each([[1 / 3, 0.33333334], [1.02487562189, 1.0248756], [2, 2], [16777217, 16777216], [0.1, 0.1]])(
  'writes %d as a float32: %d',
  (value, text) => {
    expect(shortFloat32(value)).toBe(text)
  }
)
