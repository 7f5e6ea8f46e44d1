import type { CID } from 'multiformats/cid'
import { expect, it, vi } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { TestNode } from '../../testing/test-node.ts'

const COUNT = 600

it('streams the first entries before the last ones are read', async () => {
  const blockstore = new MemoryBlockstore()
  const node = await TestNode.start({ blockstore })
  const body = new FormData()

  for (let i = 0; i < COUNT; i++) {
    body.append('file', new Blob([`entry ${i}`]), `f/${String(i).padStart(3, '0')}`)
  }

  const lines = (await node.rpc('add?cid-version=0', { body })).lines as Array<{ Name: string; Hash: string }>
  const hashOf = (name: string): string | undefined => lines.find(({ Name }) => Name === name)?.Hash
  const last = hashOf(`f/${COUNT - 1}`)
  const { bytesMany } = blockstore
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })

  vi.spyOn(blockstore, 'bytesMany').mockImplementation(async function* (cids, options) {
    const list: CID[] = []

    for await (const cid of cids) {
      list.push(cid)
    }

    if (list.some((cid) => cid.toV0().toString() === last)) {
      await released
    }

    yield* bytesMany.call(blockstore, list, options)
  })

  const { body: answer } = await node.open(`ls?arg=${hashOf('f')}&stream=true`)
  const chunks = answer!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = String((await chunks.next()).value)
  expect(text).toContain('"Name":"000"')
  expect(text).not.toContain(`"Name":"${COUNT - 1}"`)
  release()

  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    text += next.value
  }

  expect(text.trim().split('\n')).toHaveLength(COUNT)
})
