import { expect, it, vi } from 'vitest'
import { MemoryBlockstore } from '../../../store/blockstore/memory-blockstore.ts'
import { LoopbackExchange } from '../../../testing/peers/loopback-exchange.ts'
import { testBlock } from '../../../testing/store/store-fixtures.ts'
import { TestNode } from '../../../testing/test-node.ts'

const block = testBlock(0, 100)
const cid = block.cid.toString()

/** An exchange without the block, whose sessions report a gateway that cannot be reached. */
class FailingExchange extends LoopbackExchange {
  constructor () {
    super([new MemoryBlockstore()])
  }

  override session () {
    const session = super.session()
    return {
      ...session,
      get: session.get.bind(session),
      report: () => ({
        startedMs: 0,
        waiting: 1,
        blocks: 0,
        bytes: 0,
        sources: [{
          name: 'https://a.example',
          role: 'gateway' as const,
          state: 'failed' as const,
          found: 0,
          bytes: 0,
          problem: 'cannot be reached (refused)',
          failure: 'failed' as const
        }]
      })
    }
  }
}

it('lists requests that wait for missing blocks, and the sources that failed', async () => {
  const app = await TestNode.start({ exchange: () => new FailingExchange() })
  expect((await app.rpc('swipfs/retrieval/ls')).lines).toEqual([])
  const reading = app.rpc(`cat?arg=${cid}`)
  await vi.waitFor(async () => {
    expect((await app.rpc('swipfs/retrieval/ls')).lines).toEqual([{
      Cid: cid,
      Begun: '1970-01-01T00:00:00.000Z',
      Blocks: 0,
      Bytes: 0,
      Sources: [{
        Name: 'https://a.example',
        Role: 'gateway',
        State: 'failed',
        Found: 0,
        Failure: 'failed',
        Problem: 'cannot be reached (refused)'
      }]
    }])
  })
  expect((await app.rpc('swipfs/retrieval/ls?encoding=text')).text).toBe(
    `${cid}\n  https://a.example failed cannot be reached (refused)\n`
  )

  await app.rpc('block/put?cid-codec=raw', { body: form(block.bytes) })
  await reading
  expect((await app.rpc('swipfs/retrieval/ls')).lines).toEqual([])
})

it('looks for content in a job until it arrives, which pins nothing', async () => {
  const app = await TestNode.start({ exchange: () => new FailingExchange() })
  const { lines: [{ ID }] } = await app.rpc(`swipfs/retrieval/find?arg=${cid}`) as unknown as {
    lines: [{ ID: string }]
  }
  expect(await app.rpc(`swipfs/retrieval/find?arg=${cid}`)).toMatchObject({ lines: [{ ID }] })
  expect((await app.rpc('swipfs/jobs/ls')).lines).toMatchObject([
    { ID, Kind: 'swipfs/retrieval/find', Args: { path: cid }, State: 'running' }
  ])

  await app.rpc('block/put?cid-codec=raw', { body: form(block.bytes) })
  await vi.waitFor(async () => {
    expect((await app.rpc('swipfs/jobs/ls')).lines).toMatchObject([{ ID, State: 'done', Message: cid }])
  })
  expect((await app.rpc('pin/ls?type=recursive')).text).not.toContain(cid)
})

it('rejects an invalid path without a job', async () => {
  const app = await TestNode.start()
  expect(await app.rpc('swipfs/retrieval/find?arg=none')).toMatchObject({ status: 500 })
  expect((await app.rpc('swipfs/jobs/ls')).lines).toEqual([])
})

function form (bytes: Uint8Array): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), 'a')
  return form
}
