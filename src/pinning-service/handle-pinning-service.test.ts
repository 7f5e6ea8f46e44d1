import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { putBlocks, rawLeaf, smallDag } from '../testing/dag/small-dag.ts'
import { LoopbackExchange } from '../testing/peers/loopback-exchange.ts'
import { TestNode } from '../testing/test-node.ts'
import type { TestNodeInit } from '../testing/test-node.ts'
import { handlePinningService } from './handle-pinning-service.ts'
import type { HostPinTimes } from './host-pin.ts'
import { PinHosting } from './pin-hosting.ts'
import type { PinStatus } from './pin-status.ts'
import { userOf } from './user-of.ts'

const TOKEN = 'token-of-alice'
const OTHER_TOKEN = 'token-of-bob'
const ORIGIN = '/ip4/127.0.0.1/tcp/4001/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'
const one = smallDag('one')
const two = smallDag('two')
const nowhere = rawLeaf('nobody has it').cid
const ALL = 'status=queued,pinning,pinned,failed'

let peer: MemoryBlockstore
let app: TestNode
let hosting: PinHosting
let opened = 0
const nodes: TestNode[] = []

async function start (init: TestNodeInit = {}, times: HostPinTimes = {}): Promise<void> {
  app = await TestNode.start({
    exchange: () => new LoopbackExchange([peer]),
    services: [(node) => (hosting = new PinHosting(node, times))],
    ...init
  })
  nodes.push(app)
  await app.node.services.start()
}

beforeEach(async () => {
  opened = 0
  peer = new MemoryBlockstore()
  await putBlocks(peer, [...one.blocks, ...two.blocks])
  await start()
})

afterEach(async () => {
  for (const { node } of nodes.splice(0)) {
    await node.stop()
  }
})

const tokens = userOf({ alice: TOKEN, bob: OTHER_TOKEN })

async function ask (
  method: string,
  path: string,
  { body, token = TOKEN, headers = {} }: { body?: unknown; token?: string; headers?: Record<string, string> } = {}
): Promise<Response> {
  return await handlePinningService(
    new Request(`http://node/psa${path}`, {
      method,
      headers: { ...token === '' ? {} : { Authorization: `Bearer ${token}` }, ...headers },
      ...body == null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    }),
    {
      userOf: tokens,
      open: () => {
        opened++
        return hosting
      }
    }
  )
}

async function status (response: Response | Promise<Response>): Promise<PinStatus> {
  return await (await response).json() as PinStatus
}

async function add (cid: CID, more: Record<string, unknown> = {}, token = TOKEN): Promise<PinStatus> {
  const response = await ask('POST', '/pins', { body: { cid: cid.toString(), ...more }, token })
  expect(response.status).toBe(202)
  return await status(response)
}

async function until (requestid: string, wanted: string, token = TOKEN): Promise<PinStatus> {
  await expect.poll(async () => (await status(ask('GET', `/pins/${requestid}`, { token }))).status).toBe(wanted)
  return await status(ask('GET', `/pins/${requestid}`, { token }))
}

async function found (query = '', token = TOKEN): Promise<{ count: number; names: Array<string | undefined> }> {
  const { count, results } = await (await ask('GET', `/pins?${query}`, { token })).json() as {
    count: number
    results: PinStatus[]
  }
  return { count, names: results.map(({ pin }) => pin.name) }
}

async function pins (): Promise<string[]> {
  const list: string[] = []
  for await (const { cid, mode, name } of app.node.pins.list()) {
    if (!cid.toString().startsWith('QmUNLL')) {
      list.push(`${mode} ${cid} ${name}`)
    }
  }
  return list.sort()
}

async function refused (response: Response | Promise<Response>): Promise<[number, string, string]> {
  const { status, ...rest } = await response
  const { error } = await (await response).json() as { error: { reason: string; details: string } }
  expect(rest).toBeDefined()
  return [status, error.reason, error.details]
}

describe('a request', () => {
  it('is fetched and pinned with its options', async () => {
    const meta = { app: 'x' }
    const { requestid, ...added } = await add(one.root, { name: 'mine', meta, origins: [ORIGIN] })
    expect(added).toEqual({
      status: 'queued',
      created: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      pin: { cid: one.root.toString(), name: 'mine', origins: [ORIGIN], meta },
      delegates: []
    })
    expect(await until(requestid, 'pinned')).toEqual({ ...added, requestid, status: 'pinned' })
    expect(await pins()).toEqual([`recursive ${one.root} mine`])
    for (const { cid } of one.blocks) {
      expect(await app.node.blockstore.has(cid)).toBe(true)
    }
    // No trace of the job is left.
    expect(app.node.jobs.list()).toEqual([])
  })

  it('is removed together with its pin', async () => {
    const { requestid } = await add(one.root)
    await until(requestid, 'pinned')
    const response = await ask('DELETE', `/pins/${requestid}`)
    expect([response.status, await response.text()]).toEqual([202, ''])
    expect(await pins()).toEqual([])
    expect((await ask('GET', `/pins/${requestid}`)).status).toBe(404)
    expect((await ask('DELETE', `/pins/${requestid}`)).status).toBe(404)
  })

  it('can be removed while it is fetched', async () => {
    const { requestid } = await add(nowhere)
    await until(requestid, 'pinning')
    expect((await ask('DELETE', `/pins/${requestid}`)).status).toBe(202)
    expect(app.node.jobs.list()).toEqual([])
    expect(await found(ALL)).toEqual({ count: 0, names: [] })
  })

  it('for the same content as another keeps it until both are removed', async () => {
    const first = await add(one.root, { name: 'a' })
    await until(first.requestid, 'pinned')
    const second = await add(one.root, { name: 'b' })
    expect(second.requestid).not.toBe(first.requestid)
    await until(second.requestid, 'pinned')
    await ask('DELETE', `/pins/${first.requestid}`)
    expect(await pins()).toHaveLength(1)
    await ask('DELETE', `/pins/${second.requestid}`)
    expect(await pins()).toEqual([])
  })

  it('of two users for the same content keeps it until both are removed', async () => {
    const first = await add(one.root)
    const second = await add(one.root, {}, OTHER_TOKEN)
    await until(first.requestid, 'pinned')
    await until(second.requestid, 'pinned', OTHER_TOKEN)
    await ask('DELETE', `/pins/${second.requestid}`, { token: OTHER_TOKEN })
    expect(await pins()).toHaveLength(1)
    await ask('DELETE', `/pins/${first.requestid}`)
    expect(await pins()).toEqual([])
  })

  it('for unreadable content fails with a reason', async () => {
    const bad = CID.createV1(0x71, nowhere.multihash) // not CBOR
    await putBlocks(peer, [{ cid: bad, bytes: new TextEncoder().encode('nobody has it') }])
    const { requestid } = await add(bad)
    expect((await until(requestid, 'failed')).info?.status_details).toMatch(/./)
    expect(await pins()).toEqual([])
  })

  it('without any new block gives way to others, and fails in the end', async () => {
    await start({}, { stallMs: 20 })
    for (let i = 0; i < 32; i++) {
      await add(rawLeaf(`nobody has ${i}`).cid)
    }
    const { requestid } = await add(one.root)
    await until(requestid, 'pinned')
    expect((await found('status=queued,pinning')).count).toBe(32)

    // Blocks that have become available meanwhile are found.
    const [late] = (await (await ask('GET', '/pins?status=queued,pinning')).json() as { results: PinStatus[] }).results
    await putBlocks(peer, [rawLeaf('nobody has 31')])
    await until(late.requestid, 'pinned')

    await start({}, { stallMs: 20, giveUpMs: 0 })
    const other = await add(rawLeaf('nor this').cid)
    expect((await until(other.requestid, 'failed')).info).toEqual({ status_details: 'nobody who is asked has it' })
  })

  it('that is cancelled at the node has failed', async () => {
    const { requestid } = await add(nowhere)
    await until(requestid, 'pinning')
    await app.node.jobs.cancel(app.node.jobs.list()[0].id)
    expect((await until(requestid, 'failed')).info).toEqual({ status_details: 'it was cancelled at the node' })
  })

  it('waits in a queue if there are very many', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, async (_, i) => await add(rawLeaf(`nobody has ${i}`).cid)))
    await expect.poll(async () => (await found('status=pinning')).count).toBe(32)
    expect((await found('status=queued')).count).toBe(8)
    await Promise.all(all.slice(0, 8).map(async ({ requestid }) => await ask('DELETE', `/pins/${requestid}`)))
    await expect.poll(async () => (await found('status=pinning')).count).toBe(32)
    expect((await found('status=queued')).count).toBe(0)
  })
})

describe('the owner', () => {
  it('keeps pins that existed before', async () => {
    await app.rpc(`pin/add?arg=${one.root}&name=own`)
    const { requestid } = await add(one.root, { name: 'theirs' })
    await until(requestid, 'pinned')
    expect(await pins()).toEqual([`recursive ${one.root} own`])
    await ask('DELETE', `/pins/${requestid}`)
    expect(await pins()).toEqual([`recursive ${one.root} own`])
  })

  it('keeps pins that are added later', async () => {
    const { requestid } = await add(one.root, { name: 'theirs' })
    await until(requestid, 'pinned')
    await app.rpc(`pin/add?arg=${one.root}&name=own`)
    await ask('DELETE', `/pins/${requestid}`)
    expect(await pins()).toEqual([`recursive ${one.root} own`])
  })

  it('gets a direct pin back', async () => {
    await app.rpc(`pin/add?arg=${one.root}&recursive=false&name=own`)
    const { requestid } = await add(one.root, { name: 'theirs' })
    await until(requestid, 'pinned')
    expect(await pins()).toEqual([`recursive ${one.root} theirs`])
    await ask('DELETE', `/pins/${requestid}`)
    expect(await pins()).toEqual([`direct ${one.root} own`])
  })

  it('can remove a pin of the service, which its request reports', async () => {
    const { requestid } = await add(one.root, { name: 'theirs' })
    await until(requestid, 'pinned')
    await app.rpc(`pin/rm?arg=${one.root}`)
    expect(await status(ask('GET', `/pins/${requestid}`))).toMatchObject({
      status: 'failed',
      info: { status_details: 'the owner of the node has removed its pin' }
    })
    expect((await found()).count).toBe(0)
    expect((await ask('DELETE', `/pins/${requestid}`)).status).toBe(202)
  })
})

describe('a replacing request', () => {
  it('takes over: common blocks are never without a pin', async () => {
    const old = await add(one.root, { name: 'v1' })
    await until(old.requestid, 'pinned')
    const replaced = await status(
      ask('POST', `/pins/${old.requestid}`, { body: { cid: nowhere.toString(), name: 'v2' } })
    )
    expect(replaced.requestid).not.toBe(old.requestid)
    expect((await ask('GET', `/pins/${old.requestid}`)).status).toBe(404)
    await until(replaced.requestid, 'pinning')
    await app.rpc('repo/gc')
    expect(await pins()).toEqual([`recursive ${one.root} v1`])
    for (const { cid } of one.blocks) {
      expect(await app.node.blockstore.has(cid)).toBe(true)
    }

    await putBlocks(peer, [rawLeaf('nobody has it')])
    await until(replaced.requestid, 'pinned')
    expect(await pins()).toEqual([`recursive ${nowhere} v2`])
  })

  it('of the same content changes its name', async () => {
    const old = await add(one.root, { name: 'v1' })
    await until(old.requestid, 'pinned')
    const { requestid } = await status(
      ask('POST', `/pins/${old.requestid}`, { body: { cid: one.root.toString(), name: 'v2' } })
    )
    await until(requestid, 'pinned')
    expect(await pins()).toEqual([`recursive ${one.root} v2`])
    await ask('DELETE', `/pins/${requestid}`)
    expect(await pins()).toEqual([])
  })

  it('that fails or is removed releases the content that was held for it', async () => {
    const old = await add(one.root)
    await until(old.requestid, 'pinned')
    const second = await status(ask('POST', `/pins/${old.requestid}`, { body: { cid: nowhere.toString() } }))
    const third = await status(
      ask('POST', `/pins/${second.requestid}`, { body: { cid: rawLeaf('nor this').cid.toString() } })
    )
    expect(await pins()).toHaveLength(1)
    await ask('DELETE', `/pins/${third.requestid}`)
    expect(await pins()).toEqual([])
    expect(await found(ALL)).toEqual({ count: 0, names: [] })
  })

  it('leaves content that another one needs', async () => {
    const old = await add(one.root)
    const other = await add(one.root)
    await until(old.requestid, 'pinned')
    await until(other.requestid, 'pinned')
    const { requestid } = await status(ask('POST', `/pins/${old.requestid}`, { body: { cid: two.root.toString() } }))
    await until(requestid, 'pinned')
    expect(await pins()).toHaveLength(2)
  })
})

describe('a list', () => {
  beforeEach(async () => {
    for (const name of ['Alpha', 'beta', 'alphabet']) {
      const { requestid } = await add(one.root, { name, meta: { app: name === 'beta' ? 'b' : 'a', kind: 'x' } })
      await until(requestid, 'pinned')
    }
    await add(nowhere, { name: 'queued' })
  })

  it('is newest first, and only contains pinned requests', async () => {
    expect(await found()).toEqual({ count: 3, names: ['alphabet', 'beta', 'Alpha'] })
    expect(await found('status=queued,pinning')).toEqual({ count: 1, names: ['queued'] })
  })

  it.each([
    ['name=Alpha', ['Alpha']],
    ['name=alpha', []],
    ['name=alpha&match=exact', []],
    ['name=alpha&match=iexact', ['Alpha']],
    ['name=alpha&match=partial', ['alphabet']],
    ['name=alpha&match=ipartial', ['alphabet', 'Alpha']],
    [`cid=${one.root}`, ['alphabet', 'beta', 'Alpha']],
    [`cid=${nowhere}`, []],
    [`cid=${nowhere},${one.root}&status=pinning,queued,pinned`, ['queued', 'alphabet', 'beta', 'Alpha']],
    [`meta=${encodeURIComponent('{"app":"a"}')}`, ['alphabet', 'Alpha']],
    [`meta=${encodeURIComponent('{"app":"b","kind":"x"}')}`, ['beta']],
    [`meta=${encodeURIComponent('{"__proto__":"x"}')}`, []],
    [`meta=${encodeURIComponent('{"constructor":"x"}')}`, []],
    ['after=2999-01-01T00:00:00Z', []],
    ['before=2999-01-01T00:00:00.5%2B01:00', ['alphabet', 'beta', 'Alpha']]
  ])('of %s', async (query, names) => {
    expect(await found(query)).toEqual({ count: names.length, names })
  })

  it('is shorter if metadata is long, and continues on the next page', async () => {
    const meta = { long: 'x'.repeat(200_000) }
    for (let i = 0; i < 30; i++) {
      await add(nowhere, { meta, name: 'long' })
    }
    const found: string[] = []
    let before = ''

    while (true) {
      const { count, results } = await (await ask('GET', `/pins?${ALL}&name=long&limit=1000${before}`)).json() as {
        count: number
        results: PinStatus[]
      }
      found.push(...results.map(({ requestid }) => requestid))
      before = `&before=${results.at(-1)!.created}`
      expect(results.length).toBeLessThan(25)
      if (count === results.length) {
        break
      }
    }

    expect(new Set(found).size).toBe(30)
  })

  it('accepts values separated by commas, and repeated keys', async () => {
    const [a, b] = [await add(one.root, { name: 'lists' }), await add(nowhere, { name: 'lists' })]
    const ids = async (query: string): Promise<string[]> =>
      (await (await ask('GET', `/pins?name=lists&${query}`)).json() as { results: PinStatus[] }).results.map((
        { requestid }
      ) => requestid).sort()
    const both = [a.requestid, b.requestid].sort()
    expect(await ids(`${ALL}&cid=${one.root},${nowhere}`)).toEqual(both)
    expect(await ids(`status=queued&status=pinning&status=pinned&cid=${one.root}&cid=${nowhere}`)).toEqual(both)
  })

  it('is paged', async () => {
    const names: Array<string | undefined> = []
    let before = '2999-01-01T00:00:00Z'

    for (let left = Infinity; left > 1;) {
      const { count, results } = await (await ask('GET', `/pins?limit=1&before=${before}`)).json() as {
        count: number
        results: PinStatus[]
      }
      names.push(results[0].pin.name)
      before = results[0].created
      left = count
    }

    expect(names).toEqual(['alphabet', 'beta', 'Alpha'])
  })

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=-1',
    'limit=1.5',
    'limit=1e2',
    'status=gone',
    'status=pinned,',
    'match=some',
    'cid=x',
    'before=yesterday',
    'after=2020-01-01',
    `cid=${Array.from({ length: 11 }, () => nowhere).join(',')}`,
    'meta=x',
    'meta=[]',
    'meta={"a":1}',
    `name=${'x'.repeat(256)}`
  ])('of %s is rejected', async (query) => {
    expect((await refused(ask('GET', `/pins?${query}`))).slice(0, 2)).toEqual([400, 'BAD_REQUEST'])
  })
})

it('no two requests have the same time, because lists are paged by time', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, async () => await add(one.root)))
  expect(new Set(all.map(({ created }) => created)).size).toBe(30)
})

describe('access control', () => {
  it.each([['no token', ''], ['another token', 'wrong'], ['a longer token', `${TOKEN}x`], [
    'a shorter token',
    TOKEN.slice(0, -1)
  ], ['a very long token', 'x'.repeat(5000)]])('rejects %s', async (_, token) => {
    for (
      const [method, path] of [['GET', '/pins'], ['POST', '/pins'], ['GET', '/pins/x'], ['DELETE', '/pins/x'], [
        'GET',
        '/elsewhere'
      ]]
    ) {
      const response = await ask(method, path, {
        token,
        ...method === 'POST' ? { body: { cid: one.root.toString() } } : {}
      })
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(await refused(response)).toEqual([
        401,
        'UNAUTHORIZED',
        'a known token is needed: Authorization: Bearer TOKEN'
      ])
    }

    expect(opened).toBe(0)
  })

  it('rejects an authorization of another type', async () => {
    expect((await ask('GET', '/pins', { headers: { Authorization: `Basic ${TOKEN}` } })).status).toBe(401)
    expect((await ask('GET', '/pins', { headers: { Authorization: TOKEN } })).status).toBe(401)
  })

  it('hides requests of other users, and protects them from changes', async () => {
    const { requestid } = await add(one.root)
    await until(requestid, 'pinned')
    expect(await found(ALL, OTHER_TOKEN)).toEqual({ count: 0, names: [] })
    for (
      const [method, body] of [['GET'], ['DELETE'], ['POST', { cid: two.root.toString() }]] as Array<[string, unknown?]>
    ) {
      expect(await refused(ask(method, `/pins/${requestid}`, { token: OTHER_TOKEN, body }))).toEqual([
        404,
        'NOT_FOUND',
        'there is no request of this ID'
      ])
    }
    expect(await pins()).toHaveLength(1)
  })
})

describe('a malformed request', () => {
  it.each<[string, unknown, number]>([
    ['no JSON', '{', 400],
    ['no object', '[]', 400],
    ['no bytes of UTF-8', 'null', 400],
    ['no CID', {}, 400],
    ['a bad CID', { cid: 'x' }, 400],
    ['a CID that is a number', { cid: 7 }, 400],
    ['a very long CID', { cid: `b${'a'.repeat(100_000)}` }, 400],
    ['a name that is none', { cid: one.root.toString(), name: {} }, 400],
    ['a long name', { cid: one.root.toString(), name: 'x'.repeat(256) }, 400],
    ['a bad origin', { cid: one.root.toString(), origins: ['http://x'] }, 400],
    ['an origin that is a number', { cid: one.root.toString(), origins: [1] }, 400],
    ['many origins', {
      cid: one.root.toString(),
      origins: Array.from({ length: 21 }, (_, i) => `/ip4/127.0.0.1/tcp/${i}`)
    }, 400],
    ['metadata of numbers', { cid: one.root.toString(), meta: { a: 1 } }, 400],
    ['very much metadata', {
      cid: one.root.toString(),
      meta: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}`, '']))
    }, 400],
    ['a giant body', 'x'.repeat(300_000), 413]
  ])('with %s is rejected', async (_, body, status) => {
    expect((await refused(ask('POST', '/pins', { body })))[0]).toBe(status)
    expect(await found(ALL)).toEqual({ count: 0, names: [] })
  })

  it('with a giant body is not read to its end, whatever its length header says', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull (controller) {
        sent++
        controller.enqueue(new Uint8Array(65_536))
      }
    })
    const request = new Request(
      'http://node/psa/pins',
      { method: 'POST', body, headers: { Authorization: `Bearer ${TOKEN}` }, duplex: 'half' } as RequestInit
    )
    expect((await refused(handlePinningService(request, { userOf: tokens, open: () => hosting })))[0]).toBe(413)
    expect(sent).toBeLessThan(40)
  })

  it.each([
    ['GET', '/pin', 404],
    ['GET', '/pins/a/b', 404],
    ['GET', '/pins/', 404],
    ['GET', '/pins/..%2f..%2flocal', 404],
    ['GET', `/pins/${'x'.repeat(10_000)}`, 404],
    ['PUT', '/pins', 405],
    ['DELETE', '/pins', 405],
    ['PATCH', '/pins/x', 405]
  ])('%s %s is answered with %i', async (method, path, status) => {
    expect((await refused(ask(method, path)))[0]).toBe(status)
  })
})

it('pages of other origins may send requests with a token', async () => {
  const response = await ask('OPTIONS', '/pins', { token: '' })
  expect([
    response.status,
    response.headers.get('Access-Control-Allow-Origin'),
    response.headers.get('Access-Control-Allow-Headers')
  ]).toEqual([204, '*', 'Authorization, Content-Type'])
  expect((await ask('GET', '/pins', { token: 'wrong' })).headers.get('Access-Control-Allow-Origin')).toBe('*')
})

it('a node at its storage limit accepts no more requests, and says so', async () => {
  await app.rpc('config?arg=Datastore.StorageMax&arg=1B')
  const { requestid } = await add(one.root).catch(() => ({ requestid: '' }))
  expect(requestid).toBe('')
  const [status, reason, details] = await refused(ask('POST', '/pins', { body: { cid: one.root.toString() } }))
  expect([status, reason]).toEqual([409, 'INSUFFICIENT_FUNDS'])
  expect(details).toMatch(/^there is no room left: \d+ bytes of Datastore\.StorageMax \(1B\) are used$/)
})

it('accepted requests resume at the next start of the node, with the same IDs', async () => {
  const [datastore, blockstore] = [new MemoryDatastore(), new MemoryBlockstore()]
  await start({ datastore, blockstore, exchange: () => new LoopbackExchange([]) })
  const held = await add(one.root, { name: 'one' })
  const waiting = await add(two.root, { name: 'two' })
  await until(held.requestid, 'pinning')
  await app.node.stop()
  await start({ datastore, blockstore })
  expect(await until(held.requestid, 'pinned')).toEqual({ ...held, status: 'pinned' })
  expect(await until(waiting.requestid, 'pinned')).toEqual({ ...waiting, status: 'pinned' })
  expect(await found()).toEqual({ count: 2, names: ['two', 'one'] })
})
