import { MemoryDatastore } from 'datastore-core'
import { beforeEach, expect, it, vi } from 'vitest'
import { putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const { signal } = new AbortController()

/** More than a walk has to find before it is kept. */
const dags = Array.from({ length: 520 }, (_, i) => smallDag(`dag ${i}`))

let datastore: MemoryDatastore
let app: TestNode

async function rows (prefix: string): Promise<number> {
  let count = 0
  for await (const _ of datastore.query({ prefix })) {
    count++
  }
  return count
}

beforeEach(async () => {
  datastore = new MemoryDatastore()
  app = await TestNode.start({ datastore })
  for (const { blocks } of dags) {
    await putBlocks(app.node.blockstore, blocks)
  }
  await app.node.pins.change(async (change) => {
    dags.forEach(({ root }) => {
      change.put({ cid: root, mode: 'recursive', name: '' })
    })
  })
  await app.node.pinIndex.through([rawLeaf('nowhere').cid], { signal })
  // It is stored after the answer.
  await vi.waitFor(async () => {
    expect([await rows('/pinned/walk/head'), await rows('/pinned/walk/unwalked/')]).toEqual([1, 0])
  })
})

it.each([['cid-version=0', 'small', 0], ['cid-version=1', 'small', 0], ['cid-version=0', 'x'.repeat(300_000), 1]])(
  'leaves no walk for a single block (%s)',
  async (options, content, unwalked) => {
    const body = new FormData()
    body.append('file', new Blob([content]), 'file')
    body.append('file', new Blob(['target'], { type: 'application/symlink' }), 'link')
    expect((await app.rpc(`add?${options}`, { body })).status).toBe(200)
    expect(await rows('/pinned/walk/unwalked/')).toBe(unwalked)
  }
)
