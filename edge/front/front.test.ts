import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleEdge } from '../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import { startDohServer } from '../../src/testing/http/doh-server.ts'
import type { DohServer, Zone } from '../../src/testing/http/doh-server.ts'
import type { Counts } from '../testing/counting-worker.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { noiseBytes } from '../testing/noise-bytes.ts'
import { sendRaw } from '../testing/send-raw.ts'
import { edgeRpc, TOKEN } from '../testing/served-edge.ts'
import { upload } from '../testing/upload.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KIB = 1024
const HOOK_MS = 120_000

/** Time within which new blocks are published and found. */
const PUBLISHED_MS = 30_000

const CONFIG = {
  Bootstrap: [],
  'Routing.DelegatedRouters': [],
  'HTTPRetrieval.Enabled': false,
  // A missing block is an error at once.
  'Gateway.NoFetch': true,
  'Gateway.PublicGateways': { 'gw.example': { UseSubdomains: true, Paths: ['/ipfs', '/ipns'] } }
}

describe('the front', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let engine: Awaited<ReturnType<typeof startEngine>>
  let doh: DohServer
  const zone: Zone = {}
  let large = ''
  let folder = ''
  let page = ''
  let unique = 0
  const largeBytes = noiseBytes(1, 12_000 * KIB)
  const pageBytes = noiseBytes(2, 3000)

  const rpc = async (path: string, body?: BodyInit): Promise<string> => {
    const response = await edgeRpc(engine.url, path, body)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return text
  }
  const last = (text: string): string => (JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  const counts = async (): Promise<Counts> => await (await fetch(`${engine.url}/test-counts`)).json() as Counts

  /** Sends a request whose answer is not in the cache, and returns it with the counts. */
  async function get (
    path: string,
    { method = 'GET', fresh = true, ...headers }: Record<string, string> & { fresh?: boolean } = {} as never
  ): Promise<{ status: number; headers: Headers; body: Uint8Array; counted: Counts }> {
    await counts()
    const target = fresh ? `${path}${path.includes('?') ? '&' : '?'}n=${unique++}` : path
    const read = await sendRaw(engine.url, { method, target, headers: { Host: '127.0.0.1', ...headers } })
    return { ...await read(), counted: await counts() }
  }

  /** Waits until a request needs no object. */
  async function published (path: string): Promise<void> {
    const untilMs = Date.now() + PUBLISHED_MS

    for (let answer = await get(path); answer.status !== 200 || answer.counted.objects > 0; answer = await get(path)) {
      if (Date.now() > untilMs) {
        throw new Error(`${path} was not published`)
      }

      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
    }
  }

  beforeAll(async () => {
    doh = await startDohServer({ zone })
    engine = await startEngine({
      code: await bundleEdge({
        root: ROOT,
        entry: fileURLToPath(new URL('../testing/counting-worker.ts', import.meta.url))
      }),
      bindings: { TOKEN, CONFIG: JSON.stringify({ ...CONFIG, 'DNS.Resolvers': { '.': doh.url } }) }
    })
    large = last(await rpc('add?cid-version=1&progress=false', upload(largeBytes)))
    page = last(await rpc('add?cid-version=1&progress=false', upload(pageBytes)))
    await rpc('files/mkdir?arg=/site/sub&parents=true')
    await rpc(`files/cp?arg=/ipfs/${page}&arg=/site/page.bin`)
    await rpc(`files/cp?arg=/ipfs/${large}&arg=/site/sub/large.bin`)
    folder = (JSON.parse(await rpc('files/stat?arg=/site')) as { Hash: string }).Hash
    zone['_dnslink.site.example'] = [`dnslink=/ipfs/${folder}`]
    await published(`/ipfs/${folder}/sub/large.bin`)
    await published(`/ipfs/${folder}/?format=car`)
    await published(`/ipfs/${folder}/page.bin`)
  }, HOOK_MS)

  afterAll(async () => {
    await Promise.all([engine.close(), doh.close()])
  }, HOOK_MS)

  it('wakes no object for any kind of immutable read', async () => {
    const kinds: Array<[path: string, status: number, headers?: Record<string, string>]> = [
      [`/ipfs/${large}`, 200],
      [`/ipfs/${large}`, 206, { Range: 'bytes=5000000-5000099' }],
      [`/ipfs/${large}`, 200, { method: 'HEAD' }],
      [`/ipfs/${large}`, 304, { 'If-None-Match': `"${large}"` }],
      [`/ipfs/${folder}/`, 200],
      [`/ipfs/${folder}/sub`, 301],
      [`/ipfs/${folder}/sub/large.bin`, 200],
      [`/ipfs/${folder}/missing`, 404],
      [`/ipfs/${folder}/page.bin?format=raw`, 200],
      [`/ipfs/${folder}?format=car`, 200],
      [`/ipfs/${folder}/sub?format=car&dag-scope=entity`, 200],
      [`/ipfs/${folder}?format=tar`, 200],
      [`/ipfs/${page}`, 200, { 'Cache-Control': 'only-if-cached' }],
      ['/ipfs/bafkqaaa', 200],
      ['/ipfs/nonsense', 400],
      ['/page.bin', 200, { Host: `${folder}.ipfs.gw.example` }],
      ['/', 200, { Host: `${folder}.ipfs.gw.example` }],
      [`/ipfs/${folder}/page.bin`, 301, { Host: 'gw.example' }]
    ]

    for (const [path, status, headers] of kinds) {
      const answer = await get(path, headers as never)
      expect([path, headers, answer.status, answer.counted.objects]).toEqual([path, headers, status, 0])
    }
  })

  it('sends the same bytes and headers as the node', async () => {
    for (
      const [path, headers] of [
        [`/ipfs/${large}`, {}],
        [`/ipfs/${folder}/`, { Accept: 'text/html' }],
        [`/ipfs/${folder}?format=car`, {}],
        [`/ipfs/${folder}/missing`, { Accept: 'text/html' }],
        [`/ipfs/${large}`, { Range: 'bytes=-77' }]
      ] as const
    ) {
      const front = await get(path, headers as never)
      // The node itself: the request is no public one with a token.
      const node = await get(path, { ...headers, 'x-test-node': '1' } as never)
      expect(front.counted.objects).toBe(0)
      expect(node.counted.objects).toBe(1)
      const heads = ({ status, headers }: typeof front): unknown => [
        status,
        [...headers].filter(([name]) => name !== 'date').sort()
      ]
      expect(heads(front), path).toEqual(heads(node))
      expect(Buffer.compare(Buffer.from(front.body), Buffer.from(node.body)), path).toBe(0)
    }
  })

  it('reads the bucket a few times per answer, and not at all for a cached one', async () => {
    const cold = await get(`/ipfs/${large}?cold`, { fresh: false } as never)
    expect(Buffer.compare(Buffer.from(cold.body), Buffer.from(largeBytes))).toBe(0)
    // The manifest and the version of the denylists are read again every few seconds.
    // 12 MiB lie in two segments, and are read in batches of 2 MiB and more.
    expect(cold.counted.reads).toBeLessThanOrEqual(8)
    expect(cold.counted.bytes).toBeLessThanOrEqual(13 * KIB * KIB)

    const range = await get(`/ipfs/${large}`, { Range: 'bytes=100-199' } as never)
    expect(range.counted.reads).toBeLessThanOrEqual(3)

    await expect.poll(async () => (await get(`/ipfs/${page}?kept`, { fresh: false } as never)).headers.has('age')).toBe(
      true
    )
    expect((await get(`/ipfs/${page}?kept`, { fresh: false } as never)).counted.reads).toBeLessThanOrEqual(2)
  })

  it('serves a new block at once, and a removed one no more after its cached answer is outdated', async () => {
    const added = last(await rpc('add?cid-version=1&progress=false', upload(noiseBytes(7, 5000))))
    const first = await get(`/ipfs/${added}`)
    expect([first.status, first.counted.objects]).toEqual([200, 1])
    await published(`/ipfs/${added}`)
    await expect.poll(async () => (await get(`/ipfs/${added}`, { fresh: false } as never)).headers.has('age')).toBe(
      true
    )

    await rpc(`pin/rm?arg=${added}`)
    await rpc('repo/gc')
    await expect.poll(async () => (await get(`/ipfs/${added}`, { fresh: false } as never)).status, {
      timeout: 15_000,
      interval: 500
    }).toBe(404)
    // The rest of the container is served on.
    await published(`/ipfs/${page}`)
  }, HOOK_MS)

  it('asks an object once per name and TTL, and follows a new publication', async () => {
    const { Name: name } = JSON.parse(await rpc(`name/publish?arg=/ipfs/${folder}&allow-offline=true&ttl=5m`)) as {
      Name: string
    }
    // Until the manifest with the new name is read, which may be after a question.
    await published(`/ipns/${name}/page.bin`)
    let objects = 0

    for (const path of ['page.bin', 'sub/', 'sub/large.bin', '', 'missing']) {
      const { status, counted } = await get(`/ipns/${name}/${path}`)
      expect(status).toBe(path === 'missing' ? 404 : 200)
      objects += counted.objects
    }

    expect(objects).toBe(0)
    const { headers, counted } = await get(`/ipns/${name}?format=ipns-record`)
    expect([headers.get('content-type'), counted.objects]).toEqual(['application/vnd.ipfs.ipns-record', 0])

    await rpc(`name/publish?arg=/ipfs/${page}&allow-offline=true&ttl=5m`)
    await expect.poll(async () => (await get(`/ipns/${name}`)).headers.get('etag'), { timeout: 15_000 }).toBe(
      `"${page}"`
    )
    expect((await get(`/ipns/${name}`)).counted.objects).toBe(0)
  }, HOOK_MS)

  it('resolves DNSLinks itself, of paths and hosts', async () => {
    const asked = (): number => doh.asked.filter((name) => name.includes('site.example')).length
    const { status, counted } = await get('/ipns/site.example/page.bin')
    expect([status, counted.objects]).toEqual([200, 0])
    const host = await get('/page.bin', { Host: 'site.example' } as never)
    expect([host.status, host.counted.objects, host.body.byteLength]).toEqual([200, 0, 3000])
    const first = asked()
    // A host without a link is not looked up for each request.
    const objects = [
      await get(`/ipfs/${page}`, { Host: 'other.example' } as never),
      await get(`/ipfs/${page}`, { Host: 'other.example' } as never),
      await get('/page.bin', { Host: 'site.example' } as never)
    ].map(({ counted }) => counted.objects)
    expect(objects).toEqual([0, 0, 0])
    expect(asked()).toBe(first)
    expect(doh.asked.filter((name) => name.includes('other.example')).length).toBeLessThanOrEqual(2)
  })
})
