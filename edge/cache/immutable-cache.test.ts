import { describe, expect, it } from 'vitest'
import { answerThroughCache } from './immutable-cache.ts'

const IMMUTABLE = {
  'Cache-Control': 'public, max-age=29030400, immutable',
  'Content-Length': '4',
  ETag: '"x"',
  Vary: 'Accept'
}

/** Creates a cache like the engine's, which stores no answer with `Vary`. */
function newCache (): {
  cache: Parameters<typeof answerThroughCache>[2]
  kept: Map<string, Response>
  settled: () => Promise<void>
  ctx: { waitUntil: (work: Promise<unknown>) => void }
} {
  const kept = new Map<string, Response>()
  const works: Array<Promise<unknown>> = []

  return {
    kept,
    ctx: {
      waitUntil: (work) => {
        works.push(work)
      }
    },
    settled: async () => {
      await Promise.all(works)
    },
    cache: {
      match: async ({ url }) => kept.get(url)?.clone(),
      put: async ({ url }, response) => {
        expect(response.headers.has('vary')).toBe(false)
        kept.set(url, new Response(await response.arrayBuffer(), response))
      }
    }
  }
}

async function ask (
  { method = 'GET', url = 'https://h.example/ipfs/a', settings = '', ...headers }: Record<string, string>,
  place: ReturnType<typeof newCache>,
  answer: () => Response
): Promise<{ response: Response; asked: boolean }> {
  let asked = false
  const response = await answerThroughCache(
    new Request(url, { method, headers }),
    { text: settings, maxRangeBytes: 0 },
    place.cache,
    place.ctx,
    async () => {
      asked = true
      return { response: answer() }
    }
  )
  await place.settled()
  return { response, asked }
}

describe('immutable answers', () => {
  const fresh = (): Response => new Response('text', { headers: IMMUTABLE })

  it('are served again without the node, with their headers', async () => {
    const place = newCache()
    expect((await ask({}, place, fresh)).asked).toBe(true)
    const { response, asked } = await ask({}, place, fresh)
    expect(asked).toBe(false)
    expect(await response.text()).toBe('text')
    expect(response.headers.get('cache-control')).toBe(IMMUTABLE['Cache-Control'])
    expect(response.headers.get('vary')).toBe('Accept')
    expect([...response.headers.keys()].some((name) => name.startsWith('x-edge'))).toBe(false)
  })

  it('are cached only a few at a time, because unread bytes stay in memory', async () => {
    const place = newCache()
    const put = place.cache.put
    let go = (): void => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    place.cache.put = async (key, response) => {
      await gate
      await put(key, response)
    }
    const large = (): Response =>
      new Response('text', { headers: { ...IMMUTABLE, 'Content-Length': String(16 * 1024 * 1024) } })
    const get = async (name: string): Promise<Response> =>
      await answerThroughCache(
        new Request(`https://h.example/ipfs/${name}`),
        { text: '', maxRangeBytes: 0 },
        place.cache,
        place.ctx,
        async () => ({ response: large() })
      )

    for (const name of ['a', 'b', 'c']) {
      expect(await (await get(name)).text()).toBe('text')
    }

    go()
    await place.settled()
    expect(place.kept.size).toBe(2)
    await get('c')
    await place.settled()
    expect(place.kept.size).toBe(3)
  })

  it('are cached by URL, Accept and deployment', async () => {
    const place = newCache()
    await ask({}, place, fresh)
    expect((await ask({ url: 'https://other.example/ipfs/a' }, place, fresh)).asked).toBe(true)
    expect((await ask({ url: 'https://h.example/ipfs/a?format=raw' }, place, fresh)).asked).toBe(true)
    expect((await ask({ accept: 'application/vnd.ipld.raw' }, place, fresh)).asked).toBe(true)
    expect((await ask({ settings: '{"Gateway.DeserializedResponses":false}' }, place, fresh)).asked).toBe(true)
  })

  it('are answered by the node for partial requests', async () => {
    const place = newCache()
    await ask({}, place, fresh)

    for (
      const header of [
        'authorization',
        'range',
        'if-none-match',
        'cache-control',
        'pragma',
        'service-worker',
        'x-forwarded-host',
        'x-forwarded-proto'
      ]
    ) {
      expect((await ask({ [header]: 'x' }, place, fresh)).asked, header).toBe(true)
    }

    expect((await ask({ method: 'POST' }, place, fresh)).asked).toBe(true)
    expect(place.kept.size).toBe(1)
  })

  it('are served to HEAD as a head, and are not cached from it', async () => {
    const place = newCache()
    expect((await ask({ method: 'HEAD' }, place, () => new Response(null, { headers: IMMUTABLE }))).asked).toBe(true)
    expect((await ask({ cookie: 'of=others' }, place, fresh)).asked).toBe(true)
    const { response, asked } = await ask({ method: 'HEAD' }, place, fresh)
    expect([asked, response.status, await response.text(), response.headers.get('etag')]).toEqual([
      false,
      200,
      '',
      '"x"'
    ])
  })

  it('keep what a 304 needs', async () => {
    const place = newCache()
    const whole = (): Response => new Response('text', { headers: { ...IMMUTABLE, 'Accept-Ranges': 'bytes' } })
    await ask({}, place, whole)
    const { response, asked } = await ask({ 'if-none-match': '"x"' }, place, whole)
    expect([asked, response.status]).toEqual([false, 304])
    expect(['etag', 'cache-control', 'vary'].map((name) => response.headers.get(name))).toEqual([
      '"x"',
      IMMUTABLE['Cache-Control'],
      'Accept'
    ])
  })

  it('exclude answers that may change, errors, parts and large ones', async () => {
    const place = newCache()
    const answers = [
      () => new Response('text', { headers: { ...IMMUTABLE, 'Cache-Control': 'public, max-age=60' } }),
      () => new Response('text', { headers: { ...IMMUTABLE, 'Content-Length': String(2 ** 30) } }),
      () => new Response('text', { headers: { 'Cache-Control': IMMUTABLE['Cache-Control'] } }),
      () => new Response('text', { status: 404, headers: IMMUTABLE }),
      () => new Response('te', { status: 206, headers: IMMUTABLE }),
      () => new Response('text', { headers: { ...IMMUTABLE, 'Set-Cookie': 'a=b' } })
    ]

    for (const answer of answers) {
      expect((await ask({}, place, answer)).asked).toBe(true)
    }

    expect(place.kept.size).toBe(0)
  })
})
