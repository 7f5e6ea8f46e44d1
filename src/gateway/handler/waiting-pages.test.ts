import { MemoryDatastore } from 'datastore-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Later } from '../../async/timers/later.ts'
import type { Json } from '../../config/values/config.ts'
import { isBlobResponse } from '../../http/response/blob-response.ts'
import { createNode } from '../../node/create-node.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { HttpExchange } from '../../retrieval/http-exchange.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { DagBuilder } from '../../testing/dag/dag-builder.ts'
import { heldAnswers, startGateway, startServer } from '../../testing/http/http-fixtures.ts'
import type { Meddle, TestServer } from '../../testing/http/http-fixtures.ts'
import { localGateway } from '../local/local-gateway.ts'
import { handleGateway } from './handler.ts'
import { WaitingRoom } from './waiting-pages.ts'

const PAGE = { headers: { Accept: 'text/html,*/*' } }
const dag = new DagBuilder()
const open: Array<() => Promise<void>> = []

afterEach(async () => {
  await Promise.all(
    open.splice(0).map(async (close) => {
      await close()
    })
  )
})

interface Fixture {
  node: IpfsNode
  server: TestServer
  get: (path: string, init?: RequestInit) => Promise<Response>
}

/** Starts a node with one gateway as its source, and a browser that opens pages of it. */
async function fixture (
  meddle: Meddle,
  config: Record<string, Json> = {},
  room: Pick<ConstructorParameters<typeof WaitingRoom>[0] & object, 'waitsForFullBody' | 'after'> = {}
): Promise<Fixture> {
  const server = await startGateway(dag.store, meddle)
  const node = await createNode({
    openBlockstore: async () => new MemoryBlockstore(),
    datastore: new MemoryDatastore(),
    config: { 'Routing.Type': 'none', 'HTTPRetrieval.Gateways': [server.url], ...config },
    retrieval: ({ config }) => new HttpExchange({ config, auto: false, waits: false })
  })
  open.push(async () => {
    await node.stop()
  }, server.close)
  const waitingRoom = new WaitingRoom({ stopUrl: '/', ...room })
  return {
    node,
    server,
    get: async (path, init = PAGE) =>
      await handleGateway(new Request(`http://node.localhost:4173${path}`, init), localGateway(node), {
        sandbox: true,
        explorer: '/#/explore',
        waitingRoom
      })
  }
}

/**
 * A timer that never fires. With it no page waits, however slow the machine is, unless it waits for something that the
 * test holds back.
 */
const stoppedClock: Later = () => () => {}

it('the page of a site links to its start page and the parent folder, and stops at the node', async () => {
  const room = new WaitingRoom({ stopUrl: 'http://node.localhost/', isSite: true })
  const leaving = new AbortController()
  const response = await room.show(new Request('http://x.ipfs.node.localhost/a/b/c'), {
    answer: new Promise(() => {}),
    retrieval: () => undefined,
    naming: () => 'example.org',
    abort: () => {
      leaving.abort()
    }
  })
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toContain(
    '<a href="http://node.localhost/">Stop</a><a href="/a/b/">Go up</a><a href="/">Start page</a>'
  )
  await reader.cancel()
  expect(leaving.signal.aborted).toBe(true)
})

it('leads to the app if the only copy is in another browser, and ends its own request', async () => {
  const room = new WaitingRoom({ stopUrl: '/' })
  const leaving = new AbortController()
  const response = await room.show(new Request('http://node.localhost/ipns/k51x/a%20b/?c=d#e'), {
    answer: new Promise(() => {}),
    retrieval: () => ({
      startedMs: 1,
      waiting: 1,
      blocks: 0,
      bytes: 0,
      sources: [{ name: '12D3KooWA', role: 'provider', state: 'failed', found: 0, bytes: 0, needsPage: true }]
    }),
    naming: () => undefined,
    explorer: '/#/explore',
    abort: () => {
      leaving.abort()
    }
  })
  expect(await response.text()).toContain(
    '<meta http-equiv="refresh" content="0; url=/#/explore/ipns/k51x/a%20b/?visit=%3Fc%3Dd%23e">'
  )
  expect(leaving.signal.aborted).toBe(true)
})

describe('a page of content that must be fetched', () => {
  it('shows progress, and then the content with its own headers', async () => {
    const { cid } = await dag.raw('from elsewhere')
    const { meddle, open: go } = heldAnswers()
    const { get, server } = await fixture(meddle)
    const waiting = await get(`/ipfs/${cid}?filename=a.txt`)
    expect([waiting.status, waiting.headers.get('content-type'), waiting.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store'
    ])
    expect(waiting.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'none'; style-src 'sha256-[^']+'; /
    )
    go()
    const page = await waiting.text()
    expect(page).toContain(server.url)
    expect(page).toContain('no answer yet')
    expect(page).toContain(`<a href="/">Stop</a><a href="/#/explore/ipfs/${cid}">Explore</a>`)
    expect(page.match(/<meta http-equiv="refresh" content="0; url=([^"]+)">/)?.[1]).toBe(
      `/ipfs/${cid}?filename=a.txt&amp;swipfs-waited=`
    )
    const asked = server.asked.length
    const content = await get(`/ipfs/${cid}?filename=a.txt`)
    expect([content.status, content.headers.get('content-type'), await content.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'from elsewhere'
    ])
    expect(server.asked).toHaveLength(asked)
  })

  it('redirects back to the requested fragment', async () => {
    const { cid } = await dag.raw('with a place')
    const { meddle, open: go } = heldAnswers()
    const { get } = await fixture(meddle)
    const waiting = await get(`/ipfs/${cid}#place`)
    go()
    await waiting.text()
    const back = await get(`/ipfs/${cid}`)
    expect([back.status, back.headers.get('location')]).toEqual([302, `http://node.localhost:4173/ipfs/${cid}#place`])
    expect(await (await get(`/ipfs/${cid}#place`)).text()).toBe('with a place')
    expect(await (await get(`/ipfs/${cid}`)).text()).toBe('with a place')
  })

  it('requests another URL at its end, which redirects back with the fragment, to avoid reload semantics', async () => {
    const { cid } = await dag.raw('with two places')
    const { meddle, open: go } = heldAnswers()
    const { get } = await fixture(meddle)
    const pages = await Promise.all([get(`/ipfs/${cid}?a=b#one`), get(`/ipfs/${cid}?a=b#two%20words`)])
    go()

    for (const [i, hash] of ['#one', '#two%20words'].entries()) {
      const target = /content="0; url=([^"]+)"/.exec(await pages[i].text())?.[1].replaceAll('&amp;', '&') as string
      const back = await get(target)
      expect(new URL(target, 'http://x').searchParams.get('a')).toBe('b')
      expect([back.status, back.headers.get('location')]).toEqual([
        302,
        `http://node.localhost:4173/ipfs/${cid}?a=b${hash}`
      ])
      expect(await (await get(`/ipfs/${cid}?a=b${hash}`)).text()).toBe('with two places')
    }

    // A late or forged URL redirects to the page itself, and nowhere else.
    expect((await get(`/ipfs/${cid}?swipfs-waited=`)).headers.get('location')).toBe(
      `http://node.localhost:4173/ipfs/${cid}`
    )
    expect((await get(`/ipfs/${cid}?swipfs-waited=%2F%2Fevil.example`)).headers.get('location')).toBe(
      `http://node.localhost:4173/ipfs/${cid}`
    )
    expect((await get(`/ipfs/${cid}?swipfs-waited=%E0`)).headers.get('location')).toBe(
      `http://node.localhost:4173/ipfs/${cid}`
    )
  })

  it('answers another fragment of the page as usual while an answer is kept', async () => {
    const { cid } = await dag.raw('with a third place')
    const { meddle, open: go } = heldAnswers()
    const { get } = await fixture(meddle)
    const waiting = await get(`/ipfs/${cid}#a`)
    go()
    await waiting.text()
    const other = await get(`/ipfs/${cid}#c`)
    expect([other.status, await other.text()]).toEqual([200, 'with a third place'])
  })

  it('shows an error with the sources and their errors', async () => {
    const { cid } = await dag.raw('nobody sends this')
    const { get, server } = await fixture((_cid, response) => {
      setTimeout(() => {
        response.writeHead(500).end('broken <b>')
      }, 500)
      return true
    })
    const waiting = await get(`/ipfs/${cid}/a`)
    expect(await waiting.text()).toContain('http-equiv="refresh"')
    const failed = await get(`/ipfs/${cid}/a`)
    expect(failed.status).toBe(404)
    const page = await failed.text()
    expect(page).toContain(`<bdi>${server.url}</bdi>`)
    expect(page).toContain('answered 500')
    expect(page).toContain('<a class="main" href="">Try again</a>')
    expect(page).toContain(
      `<a href="/#/explore/ipfs/${cid}/a">Explore</a><a href="/">Home</a><a rel="noreferrer" href="https://dweb.link/ipfs/${cid}/a">`
    )
  })

  it('waits no longer than Gateway.RetrievalTimeout', async () => {
    const { cid } = await dag.raw('never comes')
    const { get, server } = await fixture(() => true, { 'Gateway.RetrievalTimeout': '600ms' })
    const waiting = await (await get(`/ipfs/${cid}`)).text()
    expect(waiting.match(/class="state"/g)?.length).toBeGreaterThan(1)
    // A single link, before the replaced sections, so that it can be clicked at any time.
    expect(waiting.match(/>Stop</g)).toHaveLength(1)
    expect(waiting.indexOf('>Stop<')).toBeLessThan(waiting.indexOf('class="state"'))
    const failed = await get(`/ipfs/${cid}`, PAGE)
    expect(failed.status).toBe(504)
    expect(await failed.text()).toContain(
      `Unable to retrieve content within timeout period: asked ${server.url}: no answer`
    )
    await expect.poll(() => server.open).toBe(0)
  })

  it('cancels the retrieval when it is left', async () => {
    const { cid } = await dag.raw('not waited for')
    const { get, server } = await fixture(() => true)
    const reader = (await get(`/ipfs/${cid}`)).body?.getReader()
    await reader?.read()
    await expect.poll(() => server.open).toBe(1)
    await reader?.cancel()
    await expect.poll(() => server.open).toBe(0)
  })
})

describe('a page in a browser that may cut a body silently', () => {
  /** Makes a file of two leaves; the second one is held back. */
  async function halfHeld (): Promise<{ cid: string; text: string; meddle: Meddle; let: () => void }> {
    const [first, second] = [await dag.raw('a'.repeat(200_000)), await dag.raw('b'.repeat(200_000))]
    const { cid } = await dag.file([first, second])
    const gate = heldAnswers()
    return {
      cid: cid.toString(),
      text: 'a'.repeat(200_000) + 'b'.repeat(200_000),
      let: gate.open,
      meddle: async (asked, ...rest) => asked.equals(second.cid) ? await gate.meddle(asked, ...rest) : false
    }
  }

  it('waits for the complete body, which is a Blob then', async () => {
    const { cid, text, meddle, let: go } = await halfHeld()
    const { get } = await fixture(meddle, {}, { waitsForFullBody: true })
    const waiting = await get(`/ipfs/${cid}?filename=a.txt`)
    expect(waiting.headers.get('content-type')).toBe('text/html; charset=utf-8')
    go()
    expect(await waiting.text()).toContain('Found.')
    const content = await get(`/ipfs/${cid}?filename=a.txt`)
    expect([content.status, content.headers.get('content-length'), isBlobResponse(content)]).toEqual([
      200,
      '400000',
      true
    ])
    expect(await content.text()).toBe(text)
  })

  it('does not wait for a whole video', async () => {
    const { cid, meddle } = await halfHeld()
    const { get } = await fixture(meddle, {}, { waitsForFullBody: true, after: stoppedClock })
    const film = await get(`/ipfs/${cid}?filename=a.mp4`)
    expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    await film.body?.cancel()
  })

  it('shows the error if the body breaks', async () => {
    const { cid, meddle } = await halfHeld()
    const { get } = await fixture(
      async (asked, response, bytes) => {
        if (
          await Promise.race([
            meddle(asked, response, bytes),
            new Promise<'held'>((resolve) => setTimeout(resolve, 0, 'held'))
          ]) !== 'held'
        ) {
          return false
        }
        response.writeHead(500).end('broken')
        return true
      },
      { 'Gateway.RetrievalTimeout': '1s' },
      { waitsForFullBody: true }
    )
    const waiting = await get(`/ipfs/${cid}?filename=a.txt`)
    expect(await waiting.text()).toContain('http-equiv="refresh"')
    const failed = await get(`/ipfs/${cid}?filename=a.txt`)
    expect(failed.status).toBeGreaterThanOrEqual(404)
    expect(failed.headers.get('content-type')).toContain('text/html')
  })
})

describe('an answer without a waiting page', () => {
  it.each<[string, (cid: string) => [path: string, init?: RequestInit], string?]>([
    ['a script', (cid) => [`/ipfs/${cid}`, { headers: { Accept: '*/*' } }]],
    ['a range request', (cid) => [`/ipfs/${cid}`, { headers: { ...PAGE.headers, Range: 'bytes=0-3' } }], 'plai'],
    ['a download', (cid) => [`/ipfs/${cid}?download=true`]],
    ['a request for a format', (cid) => [`/ipfs/${cid}?format=raw`]]
  ])('is sent to %s', async (_, request, text = 'plain') => {
    const { cid } = await dag.raw('plain')
    const { get } = await fixture(async () => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      return false
    })
    expect(await (await get(...request(cid.toString()))).text()).toBe(text)
  })

  it('is sent if the content is local, or available soon', async () => {
    const { cid } = await dag.raw('quick')
    const { get, server } = await fixture(() => false, {}, { after: stoppedClock })
    expect(await (await get(`/ipfs/${cid}`)).text()).toBe('quick')
    expect(await (await get(`/ipfs/${cid}`)).text()).toBe('quick')
    expect(server.asked).toHaveLength(1)
  })

  it.each([
    ['only-if-cached', { headers: { ...PAGE.headers, 'Cache-Control': 'only-if-cached' } }, {}, 412],
    ['Gateway.NoFetch', PAGE, { 'Gateway.NoFetch': true }, 404]
  ])('is an error immediately, without fetching, with %s', async (_, init, config, status) => {
    const { cid } = await dag.raw('not asked for')
    const { get, server } = await fixture(() => false, config)
    expect((await get(`/ipfs/${cid}`, init)).status).toBe(status)
    expect(server.asked).toEqual([])
  })
})

it('lists the sources in one line for programs', async () => {
  const { cid } = await dag.raw('nobody sends this')
  const { get, server } = await fixture((_cid, response) => {
    response.end('something else')
    return true
  })
  const answer = await get(`/ipfs/${cid}`, {})
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    502,
    'text/plain; charset=utf-8',
    `failed to resolve /ipfs/${cid}: ipld: could not find ${cid}: asked ${server.url}: sent something else\n`
  ])
})

describe('a page of a name with a slow lookup', () => {
  it('shows the lookup, and then the content', async () => {
    const { cid } = await dag.raw('behind a name')
    let answer = (): void => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    const dns = await startServer(async (_, response) => {
      await gate
      response.setHeader('content-type', 'application/dns-json').end(
        JSON.stringify({ Status: 0, Answer: [{ type: 16, TTL: 60, data: `"dnslink=/ipfs/${cid}"` }] })
      )
    })
    open.push(dns.close)
    const { get } = await fixture(() => false, { 'DNS.Resolvers': { '.': `${dns.url}/dns-query` } })
    const waiting = await get('/ipns/slow.example/')
    expect([waiting.status, waiting.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const reader = (waiting.body as ReadableStream<Uint8Array>).getReader()
    let page = ''

    while (!page.includes('Looking up where <bdi translate="no">slow.example</bdi> points')) {
      page += new TextDecoder().decode((await reader.read()).value)
    }

    answer()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      page += new TextDecoder().decode(next.value)
    }
    expect(page).toContain('content="0; url=/ipns/slow.example/?swipfs-waited="')
    expect(await (await get('/ipns/slow.example/')).text()).toBe('behind a name')
  })

  it('cancels the lookup when it is left', async () => {
    const dns = await startServer(() => {})
    open.push(dns.close)
    const { get } = await fixture(() => false, { 'DNS.Resolvers': { '.': `${dns.url}/dns-query` } })
    const waiting = await get('/ipns/slow.example/')
    await expect.poll(() => dns.open).toBe(1)
    await waiting.body?.cancel()
    await expect.poll(() => dns.open).toBe(0)
  })
})
