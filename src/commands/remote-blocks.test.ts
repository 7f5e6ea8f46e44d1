import 'fake-indexeddb/auto'

import { CID } from 'multiformats/cid'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPackedBlockstore } from '../store/packed/open-packed-blockstore.ts'
import { LoopbackExchange } from '../testing/peers/loopback-exchange.ts'
import type { LoopbackOptions } from '../testing/peers/loopback-exchange.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'
import type { TestNodeInit } from '../testing/test-node.ts'

const CHUNK_BYTES = 1024
const LEAVES = 10_000
/** the windows of the file's three levels, and of the blocks below each */
const MOST_AT_ONCE = 3 * 64
/** a missing file */
const NOWHERE = 'bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti'

// A file of 10,000 different leaves on another node: three levels.
const content = new Uint8Array(LEAVES * CHUNK_BYTES).map((_, i) =>
  i % CHUNK_BYTES < 4 ? (i >> 10) >> (i % CHUNK_BYTES * 8) : i
)
let server: TestNode
let file: string
let total: number

beforeAll(async () => {
  server = await TestNode.start()
  file = await add(server, content)
  total = (await server.blocks()).length
})

async function add (app: TestNode, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([bytes]), 'file')
  const { lines } = await app.rpc(`add?cid-version=1&chunker=size-${CHUNK_BYTES}&quieter=true`, { body })
  return (lines.at(-1) as { Hash: string }).Hash
}

async function client (
  options: LoopbackOptions = {},
  init: TestNodeInit = {}
): Promise<{ app: TestNode; exchange: LoopbackExchange }> {
  const exchange = new LoopbackExchange([server.node.blockstore], options)
  return { app: await TestNode.start({ ...init, exchange: () => exchange }), exchange }
}

function asked ({ messages }: LoopbackExchange): number {
  return messages.reduce((sum, wants) => sum + wants, 0)
}

/** Waits until no more blocks are requested. */
async function waitForNoRequests (exchange: LoopbackExchange): Promise<void> {
  for (let before = -1; before !== exchange.messages.length || exchange.wanted > 0;) {
    before = exchange.messages.length
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Returns the median number of wants per message. */
function usual (messages: number[]): number {
  return [...messages].sort((a, b) => a - b)[messages.length >> 1]
}

describe('a node that fetches its blocks from another', () => {
  it.each([
    ['pin/add', async (app: TestNode) => await app.rpc(`pin/add?arg=${file}`)],
    ['cat', async (app: TestNode) => await app.rpc(`cat?arg=${file}`)],
    ['dag/export', async (app: TestNode) => await app.rpc(`dag/export?arg=${file}`)]
  ])('requests very many blocks at once: %s', async (_name, work) => {
    const { app, exchange } = await client()
    expect((await work(app)).status).toBe(200)
    expect(await app.blocks()).toEqual(await server.blocks())
    expect(exchange.sessions).toBe(1)
    // Both have the empty directory.
    expect(asked(exchange)).toBe(total - 1)
    expect(usual(exchange.messages)).toBeGreaterThanOrEqual(48)
    expect(Math.max(...exchange.messages)).toBeLessThanOrEqual(MOST_AT_ONCE)
    expect(exchange.messages.length).toBeLessThan(total / 40)
    expect(exchange.wanted).toBe(0)
  })

  it('requests many blocks at once even if every branch is small', async () => {
    const body = new FormData()
    for (let i = 0; i < 600; i++) {
      body.append('file', new Blob([`first half of ${i}`.padEnd(CHUNK_BYTES), `second half of ${i}`]), `many/${i}`)
    }
    const other = await TestNode.start()
    const { lines } = await other.rpc(`add?cid-version=1&chunker=size-${CHUNK_BYTES}&quiet=true`, { body })
    const exchange = new LoopbackExchange([other.node.blockstore])
    const app = await TestNode.start({ exchange: () => exchange })

    expect((await app.rpc(`pin/add?arg=${(lines.at(-1) as { Hash: string }).Hash}`)).status).toBe(200)
    expect(asked(exchange)).toBeGreaterThan(1800)
    expect(usual(exchange.messages)).toBeGreaterThanOrEqual(48)
  })

  it('writes received blocks in groups', async () => {
    let groups = 0
    const blockstore = await openPackedBlockstore('client', {
      indexedDB: newIndexedDB(),
      onTransaction: (step, label) => {
        if (step === 'begin' && label === 'put') {
          groups++
        }
      }
    })
    const { app, exchange } = await client({}, { blockstore })
    groups = 0
    expect((await app.rpc(`cat?arg=${file}`)).status).toBe(200)
    expect((await blockstore.stat()).blocks).toBe(total)
    expect(groups).toBeLessThan(total / 10)
    expect(asked(exchange)).toBe(total - 1)
    await app.node.stop()
    expect(exchange.state).toBe('stopped')
  })

  it('applies backpressure, and stops when its reader disconnects', async () => {
    const { app, exchange } = await client()
    const reader = (await app.open(`cat?arg=${file}`)).body?.getReader()
    await reader?.read()
    await waitForNoRequests(exchange)
    expect(exchange.wanted).toBe(0)
    // Bytes in the stream's buffers, the window, and blocks below it.
    expect(asked(exchange)).toBeLessThan(1500)

    const before = asked(exchange)
    const next = reader?.read()
    await reader?.cancel()
    await next
    await waitForNoRequests(exchange)
    expect(exchange.wanted).toBe(0)
    expect(asked(exchange)).toBeLessThanOrEqual(before + MOST_AT_ONCE)
  })

  it('ends its wants with the request', async () => {
    const { app, exchange } = await client({ latencyMs: 20 })
    const controller = new AbortController()
    const answer = app.rpc(`pin/add?arg=${file}`, { signal: controller.signal })
    while (exchange.messages.length < 4) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    controller.abort()
    expect((await answer).status).toBe(500)
    expect(exchange.wanted).toBe(0)
    expect(exchange.cancelled).toBeGreaterThan(32)
    expect(await app.pins()).toEqual([])
  })
})

describe('a lying peer', () => {
  const other = (cid: CID, bytes: Uint8Array): Uint8Array =>
    cid.toString() === bad ? bytes.slice().fill(0, 0, 1) : bytes
  let bad: string
  let before: number

  beforeAll(async () => {
    const { lines } = await server.rpc(`refs?arg=${file}&recursive=true`)
    const leaves = (lines as Array<{ Ref: string }>).map(({ Ref }) => Ref).filter((ref) => ref.startsWith('bafkrei'))
    before = 7000
    bad = leaves[before]
  })

  it('is rejected: wrong blocks are not stored, and earlier ones are read', async () => {
    const { app } = await client({ tamper: other, careless: true })
    const reader = (await app.open(`cat?arg=${file}`)).body?.getReader()
    let bytes = 0
    let problem: unknown

    try {
      for (let chunk = await reader?.read(); chunk?.value != null; chunk = await reader?.read()) {
        bytes += chunk.value.byteLength
      }
    } catch (err) {
      problem = err
    }

    expect(String(problem)).toContain(`mismatch in content integrity, expected: ${bad}`)
    expect(bytes).toBe(before * CHUNK_BYTES)
    expect(await app.node.blockstore.has(CID.parse(bad))).toBe(false)
    expect((await app.rpc(`pin/add?arg=${file}`)).lines).toMatchObject([{
      Message: expect.stringContaining('mismatch in content integrity') as string
    }])
    expect(await app.pins()).toEqual([])
  })

  it('is skipped by an exchange, which asks another one', async () => {
    const exchange = new LoopbackExchange([server.node.blockstore, server.node.blockstore], {
      tamper: (cid, bytes, peer) => peer === 0 ? other(cid, bytes) : bytes
    })
    const app = await TestNode.start({ exchange: () => exchange })
    expect((await app.rpc(`pin/add?arg=${file}`)).status).toBe(200)
    expect(await app.blocks()).toEqual(await server.blocks())
    // The peer that had the last blocks is asked first.
    expect(exchange.asked.reduce((sum, asked) => sum + asked, 0)).toBe(total)
    expect(exchange.asked[1]).toBeGreaterThan(0)
  })
})

it('notifies the exchange of stored blocks, and starts and stops it', async () => {
  const { app, exchange } = await client()
  expect(exchange.state).toBe('started')
  const waiting = app.rpc(`cat?arg=${NOWHERE}`)
  while (exchange.wanted === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const cid = await add(app, new TextEncoder().encode('nobody has this'))
  expect(cid).toBe(NOWHERE)
  expect((await waiting).text).toBe('nobody has this')
  expect(exchange.notified.map(({ cid }) => cid.toString())).toContain(NOWHERE)
  await app.node.stop()
  expect(exchange.state).toBe('stopped')
})

it('asks no peer if the request or the node is offline', async () => {
  const { app, exchange } = await client()
  expect((await app.rpc(`cat?arg=${file}&offline=true`)).status).toBe(500)
  expect(exchange.sessions).toBe(0)
  const offline = await client({}, { online: false })
  expect(offline.app.node.exchange).toBeUndefined()
  expect((await offline.app.rpc(`cat?arg=${file}`)).status).toBe(500)
})
