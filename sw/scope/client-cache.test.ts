import { expect, it, vi } from 'vitest'
import { ClientCache } from './client-cache.ts'

function clients (
  known: (id: string) => Partial<Client> | undefined = (id) => ({
    url: `http://node/${id}`,
    frameType: 'top-level'
  })
): { known: ClientCache; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    known: new ClientCache({
      get: async (id) => {
        asked.push(id)
        return known(id) as Client | undefined
      }
    })
  }
}

it('looks up each client once', async () => {
  const { known, asked } = clients()
  expect(await known.get('a')).toEqual({ url: 'http://node/a', frameType: 'top-level' })
  expect(await known.get('a')).toEqual({ url: 'http://node/a', frameType: 'top-level' })
  expect(await known.get('b')).toMatchObject({ url: 'http://node/b' })
  expect(asked).toEqual(['a', 'b'])
})

it('looks up a missing client again, and no client without an ID', async () => {
  const { known, asked } = clients(() => undefined)
  expect([await known.get('a'), await known.get('a'), await known.get('')]).toEqual([undefined, undefined, undefined])
  expect(asked).toEqual(['a', 'a'])
})

it('caches a limited number, the most recently used', async () => {
  const { known, asked } = clients()
  for (let i = 0; i < 256; i++) {
    await known.get(String(i))
  }
  await known.get('0')
  await known.get('new')
  asked.length = 0
  await known.get('0')
  await known.get('1')
  expect(asked).toEqual(['1'])
})

it('fails if the browser does not answer', async () => {
  vi.useFakeTimers()

  try {
    const refused = expect(new ClientCache({ get: async () => await new Promise<never>(() => {}) }).get('a')).rejects
      .toMatchObject({ name: 'NoAnswerError' })
    await vi.advanceTimersByTimeAsync(60_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
})
