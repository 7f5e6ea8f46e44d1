import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoopbackExchange } from '../testing/peers/loopback-exchange.ts'
import { TestNode } from '../testing/test-node.ts'

// A missing block is waited for, as in Kubo. A write that waits must not block garbage collection, and with it all
// writers, forever.

const BYTES = 'aaaabbbbccccddddeeee'

let app: TestNode
let exchange: LoopbackExchange
let leaves: CID[]

beforeEach(async () => {
  exchange = new LoopbackExchange([])
  app = await TestNode.start({ exchange: () => exchange, online: true })
  const { lines } = await app.rpc('add?chunker=size-4&cid-version=1&pin=false&to-files=/f', { body: form(BYTES) })
  const { Hash } = lines[0] as { Hash: string }
  leaves = ((await app.rpc(`refs?arg=${Hash}`)).lines as Array<{ Ref: string }>).map(({ Ref }) => CID.parse(Ref))
})

afterEach(async () => {
  vi.useRealTimers()
  await app.node.stop()
})

function form (text: string): FormData {
  const body = new FormData()
  body.append('file', new Blob([text]))
  return body
}

async function waits (): Promise<void> {
  await vi.waitFor(() => {
    expect(exchange.wanted).toBe(1)
  }, { interval: 1, timeout: 5000 })
}

async function readFile (): Promise<string> {
  return (await app.rpc('files/read?arg=/f')).text
}

test.each([['where it begins', 'offset=9', 2, 'aaaabbbbcxyzddddeeee'], [
  'at the end, to which it appends',
  'offset=20',
  4,
  `${BYTES}xyz`
]])('waits for a block %s without blocking other requests', async (_, query, missing, after) => {
  await app.node.blockstore.delete(leaves[missing])
  const written = app.rpc(`files/write?arg=/f&${query}`, { body: form('xyz') })
  await waits()
  expect((await app.rpc('repo/gc')).status).toBe(200)
  expect((await app.rpc('files/mkdir?arg=/d')).status).toBe(200)
  expect((await app.rpc('files/touch?arg=/f')).status).toBe(200)
  await app.rpc('block/put', { body: form(BYTES.slice(missing * 4, missing * 4 + 4)) })
  expect((await written).status).toBe(200)
  expect(await readFile()).toBe(after)
})

test('does not wait for the end of a file that is truncated first', async () => {
  await app.node.blockstore.delete(leaves[4])
  expect((await app.rpc('files/write?arg=/f&truncate=true', { body: form('new') })).status).toBe(200)
  expect(await readFile()).toBe('new')
})

test('waits for copied content without blocking the target', async () => {
  await app.node.blockstore.delete(leaves[2])
  const copied = app.rpc(`files/cp?arg=/ipfs/${leaves[2]}&arg=/g`)
  await waits()
  expect((await app.rpc('files/write?arg=/g&create=true', { body: form('first') })).status).toBe(200)
  await app.rpc('block/put', { body: form('cccc') })
  expect(await copied).toMatchObject({
    status: 500,
    text: expect.stringContaining('directory already has entry by that name')
  })
})

test('waits a minute for a block that it needs while writing, and then changes nothing', async () => {
  await app.node.blockstore.delete(leaves[1])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const written = app.rpc('files/write?arg=/f&offset=1', { body: form('xyzxyz') })
  await waits()
  const collected = app.rpc('repo/gc')
  await vi.advanceTimersByTimeAsync(61_000)
  vi.useRealTimers()
  expect(await written).toMatchObject({
    status: 500,
    text: expect.stringContaining(`block ${leaves[1]} did not come for 60 s, and others wait: nothing is changed`)
  })
  expect((await collected).status).toBe(200)
  await app.rpc('block/put', { body: form('bbbb') })
  expect(await readFile()).toBe(BYTES)
})
