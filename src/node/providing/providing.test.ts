import { publicKeyFromMultihash } from '@libp2p/crypto/keys'
import { MemoryDatastore } from 'datastore-core'
import { base64 } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import type { Json } from '../../config/values/config.ts'
import { encodeJobRow, jobKey } from '../../jobs/job-row.ts'
import type { ProvideTarget } from '../../net/provide-target.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { TestServer } from '../../testing/http/http-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'
import { announceToNetwork } from '../maintenance/announce-to-network.ts'
import { Providing } from './providing.ts'

let router: TestServer
let provided: string[][]
/** error statuses of the router, by request */
let fails: (request: number) => number | undefined
let nodes: TestNode[]

/** A delegated router that accepts signed records, like those of boxo. */
beforeEach(async () => {
  provided = []
  nodes = []
  fails = () => undefined
  let requests = 0

  router = await startServer(async (request, response) => {
    const bytes = await body(request)
    const status = fails(++requests)

    if (status != null) {
      response.writeHead(status).end()
      return
    }

    const [record] = (JSON.parse(bytes.toString()) as {
      Providers: Array<{ Signature: string; Payload: { Keys: string[]; ID: string } }>
    }).Providers
    const signed = /"Payload":(.*)\}\]\}$/.exec(bytes.toString())![1]
    const key = publicKeyFromMultihash(parsePeerId(record.Payload.ID) as never)
    const { digest } = await sha256.digest(Buffer.from(signed))
    expect(request.method).toBe('PUT')
    expect(await key.verify(digest, base64.decode(record.Signature))).toBe(true)
    provided.push(record.Payload.Keys)
    response.end(
      JSON.stringify({ ProvideResults: [{ Schema: 'bitswap', Protocol: 'transport-bitswap', AdvisoryTTL: 1 }] })
    )
  })
})

afterEach(async () => {
  await Promise.all(nodes.map(async ({ node }) => {
    await node.stop()
  }))
  await router.close()
})

async function body (request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

async function start (
  config: Record<string, Json> = {},
  repo: { blockstore?: MemoryBlockstore; datastore?: MemoryDatastore } = {}
): Promise<TestNode> {
  const node = await TestNode.start({
    online: true,
    delegatedRouting: { auto: false },
    providing: announceToNetwork,
    config: {
      'Routing.Type': 'custom',
      'Routing.Routers': { r: { Type: 'http', Parameters: { Endpoint: router.url } } },
      'Routing.Methods': { provide: { RouterName: 'r' } },
      ...config
    },
    ...repo
  })

  nodes.push(node)
  return node
}

async function add (node: TestNode, text: string, options = 'pin=false'): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'f')
  return ((await node.rpc(`add?cid-version=1&chunker=size-4&${options}`, { body: form })).lines.at(-1) as {
    Hash: string
  }).Hash
}

/** Creates a target that completes an announcement only when `end` is called, or its signal aborts. */
function slowTarget (): { target: ProvideTarget; got: number[]; end: () => void } {
  const got: number[] = []
  let end = (): void => {}

  return {
    got,
    end: () => {
      end()
    },
    target: {
      title: 't',
      maxKeys: 100,

      async provide (cids, { signal }) {
        got.push(cids.length)
        await new Promise<void>((resolve, reject) => {
          end = resolve
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error)
          })
        })
      }
    }
  }
}

const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const digests = (keys: string[]): string[] =>
  keys.map((key) => Buffer.from(CID.parse(key).multihash.bytes).toString('hex')).sort()

test.each(['all', 'pinned', 'roots', 'mfs', 'pinned+mfs'])(
  'the strategy %s determines the announced keys',
  async (strategy) => {
    const node = await start({ 'Provide.Strategy': strategy })
    const loose = await add(node, 'loose')
    const pinned = await add(node, 'pinned file', 'pin=true')
    const leaves = (await node.rpc(`refs?arg=${pinned}`)).lines.map((line) => (line as { Ref: string }).Ref)
    const filed = await add(node, 'fil', 'pin=false&to-files=/x')
    const root = ((await node.rpc('files/stat?arg=/')).lines[0] as { Hash: string }).Hash
    expect((await node.rpc('routing/reprovide')).status).toBe(200)
    const pins = [EMPTY, pinned]
    const expected: Record<string, string[]> = {
      pinned: [...pins, ...leaves],
      roots: pins,
      mfs: [root, filed],
      'pinned+mfs': [...pins, ...leaves, root, filed]
    }
    const all = await node.blocks()
    expect(all).toContain(CID.createV1(0x55, CID.parse(filed).multihash).toString())
    expect(digests(provided.flat())).toEqual(digests(expected[strategy] ?? all))
    expect(provided.flat().includes(loose)).toBe(false) // keys of blocks are raw, as in Kubo
  }
)

test('provide/stat shows the results of rounds', async () => {
  const node = await start({ 'Provide.Strategy': 'roots' })
  const before = (await node.rpc('provide/stat')).lines[0] as { Legacy: Record<string, unknown> }
  expect(before.Legacy).toMatchObject({
    TotalReprovides: 0,
    LastReprovideBatchSize: 0,
    LastRun: '0001-01-01T00:00:00Z'
  })
  await node.rpc('routing/reprovide')
  await add(node, 'p', 'pin=true')
  await node.rpc('routing/reprovide')
  const { Legacy } = (await node.rpc('provide/stat')).lines[0] as { Legacy: Record<string, unknown> }
  expect(Legacy).toMatchObject({ TotalReprovides: 3, LastReprovideBatchSize: 2, LastRun: expect.stringMatching(/^20/) })
})

test('an interrupted round resumes after a restart of the node', async () => {
  const [blockstore, datastore] = [new MemoryBlockstore(), new MemoryDatastore()]
  const node = await start({}, { blockstore, datastore })
  await add(node, Array.from({ length: 250 }, (_, i) => String(1000 + i)).join(''))
  const all = await node.blocks()
  fails = (request) => request > 2 ? 500 : undefined
  expect((await node.rpc('routing/reprovide')).lines).toMatchObject([{
    Message: `nobody took what was announced; ${router.url}: answered 500`
  }])
  expect(provided.map(({ length }) => length)).toEqual([100, 100])
  expect((await node.node.providing!.state()).under).toMatchObject({ done: 200 })

  fails = () => undefined
  const again = await start({}, { blockstore, datastore })
  await again.rpc('routing/reprovide')
  expect(digests(provided.flat())).toEqual(digests(all))
  const state = await again.node.providing!.state()
  expect([state.rounds, state.total, state.under]).toEqual([1, all.length, undefined])
})

test('routing/provide announces stored blocks at once, alone or with all blocks below', async () => {
  const node = await start()
  const cid = await add(node, 'some file')
  const missing = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
  expect((await node.rpc(`routing/provide?arg=${cid}`)).status).toBe(200)
  expect(provided).toEqual([[cid]])
  expect((await node.rpc(`routing/provide?arg=${cid}&recursive=true`)).status).toBe(200)
  expect(provided[1].length).toBeGreaterThan(2)
  expect((await node.rpc(`routing/provide?arg=${missing}`)).lines).toMatchObject([{
    Message: `block ${missing} not found locally, cannot provide`
  }])
  fails = () => 403
  expect((await node.rpc(`routing/provide?arg=${cid}`)).lines).toMatchObject([{
    Message: `nobody took what was announced; ${router.url}: answered 403`
  }])
})

test('nothing is announced if it is disabled, not even by the service', async () => {
  const off = await start({ 'Provide.Enabled': false })
  expect((await off.rpc('routing/reprovide')).lines).toMatchObject([{
    Message: "invalid configuration: Provide.Enabled is set to 'false'"
  }])
  const offline = await start({ 'HTTPRetrieval.Enabled': false })
  expect((await offline.rpc('routing/reprovide')).status).toBe(200)
  expect(router.asked).toEqual([])
})

test("stored blocks are announced a moment later, to routers of the node's own network too", async () => {
  const node = await TestNode.start({
    online: true,
    delegatedRouting: { auto: false, own: () => [router.url] },
    providing: announceToNetwork
  })
  nodes.push(node)
  await node.node.services.start()
  const cid = await add(node, 'new here')
  await expect.poll(() => digests(provided.flat())).toEqual(expect.arrayContaining(digests([cid])))
})

test(
  'blocks stored before the service starts, or before there is a target, are announced as soon as possible',
  async () => {
    let isOn = false
    const got: string[][] = []
    const target = {
      title: 't',
      maxKeys: 100,
      provide: async (cids: readonly CID[]) => {
        got.push(cids.map(String))
      }
    }
    const node = await TestNode.start({
      online: true,
      providing: (node) => new Providing(node, { targets: async () => [target], isOn: () => isOn })
    })
    nodes.push(node)
    const first = await add(node, 'what the node was opened for')
    await node.node.services.start()
    const second = await add(node, 'a moment later')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(got).toEqual([])
    isOn = true
    await expect.poll(() => digests(got.flat())).toEqual(
      expect.arrayContaining(digests([first, second]))
    )
    expect(await node.node.providing!.state()).toMatchObject({ rounds: 0 })
  }
)

test('blocks stored without peers are counted until they are announced, across restarts', async () => {
  const repo = { blockstore: new MemoryBlockstore(), datastore: new MemoryDatastore() }
  const BLOCKS = 3 // blocks per file
  const exchange = { session: () => undefined, notify: () => {}, stat: () => ({}), stop: async () => {} } as never
  let isOn = false
  const target = { title: 't', maxKeys: 100, provide: async () => {} }
  const open = async (): Promise<TestNode> => {
    const app = await TestNode.start({
      ...repo,
      online: true,
      exchange: () => exchange,
      providing: (node) => new Providing(node, { targets: async () => [target], isOn: () => isOn, mayCome: () => true })
    })
    nodes.push(app)
    return app
  }

  const counted = async (app: TestNode): Promise<unknown> => {
    const { queues, schedule } = ((await app.rpc('provide/stat')).lines[0] as {
      Sweep: { queues: { pending_key_provides: number }; schedule: { keys: number } }
    }).Sweep
    return [queues.pending_key_provides, schedule.keys]
  }

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  try {
    const node = await open()
    await node.node.services.start()
    await add(node, 'first')
    expect(await counted(node)).toEqual([BLOCKS, BLOCKS])
    // The time to settle for the first peers is over.
    await vi.advanceTimersByTimeAsync(31_000)
    await expect.poll(async () => (await node.node.providing!.state()).missedKeys).toBe(BLOCKS)
    await add(node, 'second')
    expect(await counted(node)).toEqual([2 * BLOCKS, 2 * BLOCKS])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await counted(node)).toEqual([2 * BLOCKS, 2 * BLOCKS])
  } finally {
    vi.useRealTimers()
  }

  const next = await open()
  expect(await counted(next)).toEqual([2 * BLOCKS, 2 * BLOCKS])
  isOn = true
  await next.node.providing!.reprovide({ signal: new AbortController().signal })
  expect(await counted(next)).toEqual([0, (await next.blocks()).length])
  await next.node.providing!.lost(3)
  expect((await next.rpc('provide/clear')).lines).toEqual([3])
})

test('the initial blocks of a new repo do not count as new', async () => {
  const node = await TestNode.start({
    online: true,
    providing: (node) => new Providing(node, { targets: async () => [], isOn: () => false, mayCome: () => true })
  })
  nodes.push(node)
  expect(await node.blocks()).toHaveLength(1)
  expect(node.node.providing!.work.waiting).toBe(0)
  await add(node, 'x')
  expect(node.node.providing!.work.waiting).toBe(1)
})

test.each(['pinned', 'roots', 'mfs', 'pinned+mfs'])(
  'with the strategy %s and FastProvideDAG new keys are announced a moment later, and old ones are not',
  async (strategy) => {
    const repo = { blockstore: new MemoryBlockstore(), datastore: new MemoryDatastore() }
    const before = await start({ 'Provide.Strategy': strategy }, repo)
    await add(before, 'old pinned', 'pin=true')
    await add(before, 'old', 'pin=false&to-files=/old')
    const loose = await add(before, 'loose and large')
    const node = await start({ 'Provide.Strategy': strategy, 'Import.FastProvideDAG': true }, repo)
    await node.node.services.start()
    const leavesOf = async (cid: string): Promise<string[]> =>
      (await node.rpc(`refs?arg=${cid}`)).lines.map((line) => (line as { Ref: string }).Ref)

    const pinned = await add(node, 'new and pinned', 'pin=true')
    const filed = await add(node, 'new', 'pin=false&to-files=/new')
    const root = ((await node.rpc('files/stat?arg=/')).lines[0] as { Hash: string }).Hash
    // It was stored long before.
    await node.rpc(`pin/add?arg=${loose}`)
    const pins = strategy === 'roots'
      ? [pinned, loose]
      : [pinned, ...await leavesOf(pinned), loose, ...await leavesOf(loose)]
    const expected = [...strategy === 'mfs' ? [] : pins, ...strategy.includes('mfs') ? [root, filed] : []]
    await expect.poll(() => [...new Set(digests(provided.flat()))]).toEqual(digests(expected))
    await new Promise((resolve) => {
      setTimeout(resolve, 1500)
    })
    expect([...new Set(digests(provided.flat()))]).toEqual(digests(expected))
  }
)

/** Waits for the announcements that the node makes by itself. */
async function settled (): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

const LEAVES = 'fast-provide-root=false'

test.each<[strategy: string, options: string, expected: 'none' | 'root' | 'all']>([
  ['all', '', 'root'],
  ['all', LEAVES, 'none'],
  ['all', 'fast-provide-dag=true', 'root'],
  ['pinned', '', 'root'],
  ['pinned', LEAVES, 'none'],
  ['pinned', 'fast-provide-dag=true', 'all'],
  ['pinned', `${LEAVES}&fast-provide-dag=true`, 'all'],
  ['roots', '', 'root'],
  ['roots', 'fast-provide-dag=true', 'root'],
  ['mfs', 'fast-provide-dag=true', 'none'],
  ['pinned+unique', 'fast-provide-dag=true', 'all'],
  ['pinned+entities', 'fast-provide-dag=true', 'root']
])(
  'with the strategy %s, pin/add?%s announces the %s of content that was there',
  async (strategy, options, expected) => {
    const repo = { blockstore: new MemoryBlockstore(), datastore: new MemoryDatastore() }
    const before = await start({}, repo)
    const [root, other] = [await add(before, 'some content'), await add(before, 'other content')]
    const leaves = (await before.rpc(`refs?arg=${root}`)).lines.map((line) => (line as { Ref: string }).Ref)
    const node = await start({ 'Provide.Strategy': strategy }, repo)
    await node.node.services.start()
    const wanted = { none: [], root: [root], all: [root, ...leaves] }[expected]

    expect((await node.rpc(`pin/add?arg=${root}&fast-provide-wait=true&${options}`)).status).toBe(200)
    expect(digests(provided.flat())).toEqual(digests(wanted))

    provided = []
    expect((await node.rpc(`pin/add?arg=${other}`)).status).toBe(200)
    expect((await node.rpc(`pin/update?arg=${other}&arg=${root}&${options}`)).status).toBe(500)
    await settled()
    expect(digests(provided.flat())).toEqual(digests(strategy === 'mfs' ? [] : [other]))

    provided = []
    await node.rpc(`pin/rm?arg=${root}`)
    expect((await node.rpc(`pin/update?arg=${other}&arg=${root}&fast-provide-wait=true&${options}`)).status).toBe(200)
    expect(digests(provided.flat())).toEqual(digests(wanted))
  }
)

test.each(['add', 'dag/import'])(
  '%s waits for the announcement if it should, and reports its failure',
  async (command) => {
    const node = await start({ 'Provide.Strategy': 'pinned' })
    const root = await add(node, 'some content')
    const car = await (await node.open(`dag/export?arg=${root}`)).arrayBuffer()
    const send = async (options: string): Promise<Awaited<ReturnType<TestNode['rpc']>>> => {
      const form = new FormData()
      form.append('file', new Blob([command === 'add' ? 'some content' : car]), 'f')
      return await node.rpc(`${command}?${command === 'add' ? 'cid-version=1&chunker=size-4&' : ''}${options}`, {
        body: form
      })
    }

    await send('fast-provide-wait=true')
    expect(provided).toEqual([[root]])
    await send('fast-provide-wait=true&fast-provide-dag=true')
    expect(provided[1].length).toBeGreaterThan(2)
    await send('fast-provide-wait=true&fast-provide-root=false')
    expect(provided).toHaveLength(2)
    fails = () => 500
    const { text, trailer } = await send('fast-provide-wait=true')
    expect(trailer ?? text).toBe(`fast-provide: nobody took what was announced; ${router.url}: answered 500`)
  }
)

test('the settings of Import are the defaults of the announcement', async () => {
  const node = await start({ 'Provide.Strategy': 'pinned', 'Import.FastProvideRoot': false })
  const root = await add(node, 'some content')
  await node.rpc(`pin/add?arg=${root}&fast-provide-wait=true`)
  expect(provided).toEqual([])
  await node.node.config.set('Import.FastProvideDAG', true)
  await node.node.config.set('Import.FastProvideWait', true)
  await node.rpc(`pin/add?arg=${root}`)
  expect(provided.flat().length).toBeGreaterThan(2)
  fails = () => 500
  expect((await node.rpc(`pin/add?arg=${root}`)).status).toBe(200)
})

test('the modifier entities announces files, directories and shards, and no chunks of files', async () => {
  const node = await start({ 'Provide.Strategy': 'pinned+mfs+entities' })
  const form = new FormData()
  form.append('file', new Blob(['many chunks of a file']), 'd%2Ffile')
  form.append('file', new Blob(['1']), 'd%2Fsmall')
  const lines = (await node.rpc('add?cid-version=1&chunker=size-4', { body: form })).lines as Array<{ Hash: string }>
  await node.rpc('routing/reprovide')
  const mfs = ((await node.rpc('files/stat?arg=/')).lines[0] as { Hash: string }).Hash
  // The pinned empty directory is also the root of MFS.
  expect(digests(provided.flat())).toEqual(digests([...lines.map(({ Hash }) => Hash), mfs]))
})

test('provide/once announces local blocks, each once, outside of the strategy', async () => {
  const node = await start({ 'Provide.Strategy': 'roots' })
  await node.node.services.start()
  const root = await add(node, 'some content', 'pin=false')
  const leaves = (await node.rpc(`refs?arg=${root}`)).lines.map((line) => (line as { Ref: string }).Ref)
  const { lines } = await node.rpc(`provide/once?arg=${root}&arg=ipfs://${root}&arg=${leaves[0]}`)
  expect(lines).toEqual([root, leaves[0]].map((Queued) => ({ Queued })))
  await expect.poll(() => provided.flat()).toEqual([root, leaves[0]])
  provided = []
  expect((await node.rpc(`provide/once?arg=${root}&arg=${leaves[0]}&recursive=true`)).lines).toEqual(
    [root, ...leaves].map((Queued) => ({ Queued }))
  )
  await expect.poll(() => provided.flat()).toEqual([root, ...leaves])
  const missing = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
  expect((await node.rpc(`provide/once?arg=${missing}`)).lines).toMatchObject([{
    Message: `block ${missing} not found locally, cannot provide`
  }])
  expect((await node.rpc('provide/once?arg=bad')).lines).toMatchObject([{
    Message: 'invalid CID "bad": invalid cid: invalid cid: expected 1 as the cid version number, got: 0'
  }])
  await node.node.config.set('Provide.Enabled', false)
  expect((await node.rpc(`provide/once?arg=${root}`)).lines).toMatchObject([{
    Message: 'cannot provide: Provide.Enabled is false'
  }])
})

test.each<[string, Json]>([['Provide.Enabled', false], ['Routing.Type', 'none'], ['HTTPRetrieval.Enabled', false]])(
  'with %s %j no stored block is announced',
  async (key, value) => {
    const node = await TestNode.start({
      online: true,
      config: { [key]: value },
      delegatedRouting: { auto: false, own: () => [router.url] },
      providing: announceToNetwork
    })
    nodes.push(node)
    await node.node.services.start()
    node.node.providing?.added([CID.parse(await add(node, 'new here'))])
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(provided).toEqual([])
  }
)

test(
  'blocks stored without a target are announced later in one round, and new ones separately afterwards',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

    try {
      let isOn = false
      const got: string[][] = []
      const target = {
        title: 't',
        maxKeys: 100,
        provide: async (cids: readonly CID[]) => {
          got.push(cids.map(String))
        }
      }
      const node = await TestNode.start({
        online: true,
        providing: (node) =>
          new Providing(node, { targets: async () => [target], isOn: () => isOn, mayCome: () => true })
      })
      nodes.push(node)
      await node.node.services.start()
      await vi.advanceTimersByTimeAsync(31_000)
      const cid = await add(node, 'early')
      await vi.advanceTimersByTimeAsync(1000)
      expect(await node.node.providing!.state()).toMatchObject({ missed: true, rounds: 0 })
      await vi.advanceTimersByTimeAsync(300_000)
      expect(got).toEqual([])

      isOn = true
      await vi.advanceTimersByTimeAsync(31_000)
      expect(digests(got.flat())).toEqual(digests(await node.blocks()))
      expect(await node.node.providing!.state()).toMatchObject({ rounds: 1 })
      expect((await node.node.providing!.state()).missed).toBeUndefined()
      expect(digests(got.flat())).toEqual(expect.arrayContaining(digests([cid])))

      got.length = 0
      const later = await add(node, 'somewhat later')
      await vi.advanceTimersByTimeAsync(1000)
      expect(digests(got[0].slice(0, 1))).toEqual(digests([later]))
    } finally {
      vi.useRealTimers()
    }
  }
)

test('blocks stored during an announcement wait for its end', async () => {
  const { target, got, end } = slowTarget()
  const node = await TestNode.start({
    online: true,
    providing: (node) => new Providing(node, { targets: async () => [target], isOn: () => true })
  })
  nodes.push(node)
  await node.node.services.start()
  await add(node, 'a')
  await expect.poll(() => got.length).toBe(1)
  await add(node, 'b')
  await add(node, 'c')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(got.length).toBe(1)
  end()
  await expect.poll(() => got.length).toBe(2)
  expect(got[1]).toBe(2)
  end()
})

test('provide/clear empties the queue, and reports its size', async () => {
  const { target, got, end } = slowTarget()
  let isOn = true
  const node = await TestNode.start({
    online: true,
    providing: (node) => new Providing(node, { targets: async () => [target], isOn: () => isOn, mayCome: () => true })
  })
  nodes.push(node)
  await node.node.services.start()
  await add(node, 'a')
  await expect.poll(() => got.length).toBe(1)
  await add(node, 'b')
  await add(node, 'c')
  expect((await node.rpc('provide/clear')).lines).toEqual([2])
  expect((await node.rpc('provide/clear')).lines).toEqual([0])
  end()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(got.length).toBe(1)

  // Keys that were stored without a target make no round due any more.
  isOn = false
  await add(node, 'd')
  await expect.poll(async () => (await node.node.providing!.state()).missed).toBe(true)
  expect((await node.rpc('provide/clear?quiet=true')).lines).toEqual([])
  expect((await node.node.providing!.state()).missed).toBeUndefined()
})

test('a round is a job that shows its progress, and is not restarted after a cancellation', async () => {
  const { target, got, end } = slowTarget()
  const node = await TestNode.start({
    online: true,
    config: { 'Provide.DHT.SweepEnabled': true },
    providing: (node) => new Providing(node, { targets: async () => [target], isOn: () => true })
  })
  nodes.push(node)
  await add(node, Array.from({ length: 250 }, (_, i) => String(1000 + i)).join(''))
  const { providing, jobs } = node.node
  const ending = expect(providing!.reprovide({ signal: new AbortController().signal })).rejects.toThrow(
    'the job was cancelled'
  )
  await expect.poll(() => got).toEqual([100])
  end()
  await expect.poll(() => got).toEqual([100, 100])
  await expect.poll(() => jobs.list()).toMatchObject([{
    kind: 'routing/reprovide',
    state: 'running',
    progress: { blocks: 100 }
  }])
  expect((await node.rpc('provide/stat')).lines).toMatchObject([{
    Sweep: { operations: { ongoing: { key_reprovides: 100, key_provides: 0 } } }
  }])
  // A further request joins it.
  const joined = expect(providing!.reprovide({ signal: new AbortController().signal })).rejects.toThrow(
    'the job was cancelled'
  )

  expect(await jobs.cancel(jobs.list()[0].id)).toBe(true)
  await Promise.all([ending, joined])
  const state = await providing!.state()
  expect([state.under, state.rounds, state.endedMs, state.cancelledMs! > 0]).toEqual([undefined, 0, 0, true])
  expect(jobs.list()).toEqual([])
})

test('a cancelled round is due after an interval, and one whose waiter disconnects continues', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

  try {
    const { target, got, end } = slowTarget()
    const repo = { blockstore: new MemoryBlockstore(), datastore: new MemoryDatastore() }
    await add(await start({}, repo), 'a')
    const node = await TestNode.start({
      online: true,
      config: { 'Provide.DHT.Interval': '1h' },
      ...repo,
      providing: (node) => new Providing(node, { targets: async () => [target], isOn: () => true })
    })
    nodes.push(node)
    await node.node.services.start()
    await vi.advanceTimersByTimeAsync(31_000)
    expect(got).toHaveLength(1)
    expect(node.node.requests.list().map(({ command }) => command)).toContain('routing/reprovide')
    await node.node.jobs.cancel(node.node.jobs.list()[0].id)
    await vi.advanceTimersByTimeAsync(3_000_000)
    expect(got).toHaveLength(1)
    expect(node.node.services.list().find(({ name }) => name === 'providing')).toMatchObject({ state: 'running' })
    await vi.advanceTimersByTimeAsync(700_000)
    expect(got).toHaveLength(2)
    end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await node.node.providing!.state()).toMatchObject({ rounds: 1 })

    const leaving = new AbortController()
    const left = expect(node.node.providing!.reprovide({ signal: leaving.signal })).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(1000)
    leaving.abort()
    await left
    expect((await node.node.providing!.state()).cancelledMs).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('a resumed round without a target ends, and is not listed', async () => {
  const datastore = new MemoryDatastore()
  await datastore.put(
    jobKey('cut'),
    encodeJobRow({
      id: 'cut',
      kind: 'routing/reprovide',
      args: {},
      begun: new Date().toISOString(),
      state: 'running',
      progress: { blocks: 100, bytes: 0 },
      resumed: 0,
      attempts: 0
    })
  )
  let asked = 0
  const node = await TestNode.start({
    online: true,
    datastore,
    providing: (node) =>
      new Providing(node, {
        targets: async () => {
          asked++
          return []
        },
        isOn: () => false
      })
  })
  nodes.push(node)
  await node.node.services.start()
  await expect.poll(async () => await datastore.has(jobKey('cut'))).toBe(false)
  expect([node.node.jobs.list(), asked]).toEqual([[], 0])
})
