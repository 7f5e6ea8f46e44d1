import { CID } from 'multiformats/cid'
import { expect, test } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { TestNode } from '../../testing/test-node.ts'
import { loadPathToOffset } from './load-path-to-offset.ts'

/** Creates a file of 9 leaves with two links in each node. */
async function file (): Promise<{ app: TestNode; root: CID; leaves: string[] }> {
  const app = await TestNode.start()
  const body = new FormData()
  body.append('file', new Blob(['a0b0c0d0e0f0g0h0i0']))
  const [{ Hash }] = (await app.rpc('add?chunker=size-2&max-file-links=2&cid-version=1', { body })).lines as Array<
    { Hash: string }
  >
  const refs = (await app.rpc(`refs?arg=${Hash}&recursive=true`)).lines as Array<{ Ref: string }>
  return { app, root: CID.parse(Hash), leaves: refs.map(({ Ref }) => Ref).filter((ref) => ref.startsWith('bafkrei')) }
}

test.each([[0, 0], [1, 0], [2, 1], [7, 3], [15, 7], [16, 8], [17, 8], [18, 8], [500, 8]])(
  'reads the leaf at offset %i, and no other',
  async (offset, leaf) => {
    const { app, root, leaves } = await file()
    const { blockstore } = app.node
    const read: string[] = []
    const blocks = blockReader(blockstore, undefined)
    await loadPathToOffset(root, BigInt(offset), {
      blocks: {
        ...blocks,
        get: async (cid, options) => {
          read.push(cid.toString())
          return await blocks.get(cid, options)
        }
      },
      signal: new AbortController().signal,
      put: async () => {}
    })
    expect(read.filter((cid) => leaves.includes(cid))).toEqual([leaves[leaf]])
  }
)
