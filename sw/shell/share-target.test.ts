import { expect, it, vi } from 'vitest'
import { answerShareTarget, isShareTarget } from './share-target.ts'

const ORIGIN = 'https://node.test'

function memoryCaches (fails = false): { caches: Pick<CacheStorage, 'open' | 'delete'>; kept: Map<string, Response> } {
  const kept = new Map<string, Response>()
  const cache = {
    put: async (url: string, response: Response) => {
      if (fails) {
        throw new DOMException('full', 'QuotaExceededError')
      }
      kept.set(url, response)
    }
  }
  return {
    kept,
    caches: {
      open: async () => cache as unknown as Cache,
      delete: async () => {
        kept.clear()
        return true
      }
    }
  }
}

const post = (form: FormData, referrer = ''): Request =>
  Object.defineProperty(new Request(`${ORIGIN}/share-target`, { method: 'POST', body: form }), 'referrer', {
    value: referrer
  })

it('stores shared data until the page takes it, and replaces earlier data', async () => {
  const { caches, kept } = memoryCaches()
  kept.set('https://node.test/share-target/7', new Response('old'))
  const form = new FormData()
  form.set('title', 'ü')
  form.append('files', new File(['hello'], 'ü & b.txt', { type: 'text/plain' }))
  form.append('files', new File(['x'], 'x'))
  form.append('files', new File([], '')) // a form sends this for a field without a file
  form.append('files', 'no file')
  const answer = await answerShareTarget(post(form), caches, ORIGIN)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, 'https://node.test/?shared=yes'])
  expect([...kept.keys()].map((url) => new URL(url).pathname)).toEqual([
    '/share-target/text',
    '/share-target/0',
    '/share-target/1'
  ])
  expect(await kept.get(`${ORIGIN}/share-target/text`)?.json()).toEqual({ title: 'ü', text: '', url: '' })
  const file = kept.get(`${ORIGIN}/share-target/0`)
  expect([await file?.text(), file?.headers.get('X-Shared-Name'), file?.headers.get('X-Shared-Modified')]).toEqual([
    'hello',
    '%C3%BC%20%26%20b.txt',
    expect.stringMatching(/^\d+$/)
  ])
})

it('reports a full disk, and leaves nothing', async () => {
  const { caches, kept } = memoryCaches(true)
  expect((await answerShareTarget(post(new FormData()), caches, ORIGIN)).headers.get('Location')).toBe(
    'https://node.test/?shared=failed'
  )
  expect(kept.size).toBe(0)
})

it('accepts at most 100 MB, and reads no further', async () => {
  const { caches, kept } = memoryCaches()
  let sent = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull (stream) {
      sent += 1_000_000
      stream.enqueue(new Uint8Array(1_000_000))
    }
  })
  const request = {
    body,
    headers: new Headers({ 'Content-Type': 'multipart/form-data; boundary=x' }),
    referrer: '',
    blob: async () => new Blob()
  }
  expect((await answerShareTarget(request, caches, ORIGIN)).headers.get('Location')).toBe(
    'https://node.test/?shared=failed'
  )
  expect([kept.size, sent < 110_000_000]).toEqual([0, true])
})

it('accepts a form that the browser provides as a Blob, within the limit', async () => {
  const { caches, kept } = memoryCaches()
  const form = new FormData()
  form.append('files', new File(['hello'], 'a.txt'))
  const { headers } = post(form)
  const whole = new Request(ORIGIN, { method: 'POST', body: form })
  const request = { body: null, referrer: '', headers: whole.headers, blob: async () => await whole.blob() }
  expect(headers.has('Content-Type')).toBe(true)
  expect((await answerShareTarget(request, caches, ORIGIN)).headers.get('Location')).toBe(
    'https://node.test/?shared=yes'
  )
  expect(kept.size).toBe(2)
  expect(
    (await answerShareTarget({ ...request, blob: async () => new Blob([new Uint8Array(100_000_001)]) }, caches, ORIGIN))
      .headers.get('Location')
  ).toBe('https://node.test/?shared=failed')
})

it('accepts nothing from pages of other origins, nor too many files, and leaves the inbox as it was', async () => {
  const { caches, kept } = memoryCaches()
  const earlier = new Response('shared before')
  kept.set(`${ORIGIN}/share-target/0`, earlier)
  expect((await answerShareTarget(post(new FormData(), 'https://evil.test/'), caches, ORIGIN)).headers.get('Location'))
    .toBe(
      'https://node.test/?shared=failed'
    )
  const form = new FormData()
  for (let i = 0; i < 1001; i++) {
    form.append('files', new File(['x'], `${i}`))
  }
  expect((await answerShareTarget(post(form), caches, ORIGIN)).headers.get('Location')).toBe(
    'https://node.test/?shared=failed'
  )
  expect([...kept.values()]).toEqual([earlier])
})

it('recognizes only posts to the share target', () => {
  const request = { url: `${ORIGIN}/share-target`, method: 'POST', mode: 'navigate', destination: 'document' } as const
  expect(isShareTarget(request, ORIGIN)).toBe(true)
  expect(
    [
      { ...request, method: 'GET' },
      { ...request, destination: 'iframe' as const },
      { ...request, mode: 'cors' as const },
      { ...request, url: `${ORIGIN}/share-target/0` },
      { ...request, url: 'https://other.test/share-target' }
    ].some((one) => isShareTarget(one, ORIGIN))
  ).toBe(false)
})

it('redirects to the page if the browser does not answer', async () => {
  vi.useFakeTimers()

  try {
    const answer = answerShareTarget(post(new FormData()), {
      open: async () => await new Promise<never>(() => {}),
      delete: async () => await new Promise<never>(() => {})
    }, ORIGIN)
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await answer).headers.get('Location')).toBe('https://node.test/?shared=failed')
  } finally {
    vi.useRealTimers()
  }
})
