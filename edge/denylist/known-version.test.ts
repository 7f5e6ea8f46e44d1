import { expect, it } from 'vitest'
import { KnownVersion } from './known-version.ts'

it('is read again within seconds, in the background first', async () => {
  let now = 0
  let version = 'a'
  let reads = 0
  const works: Array<Promise<unknown>> = []
  const known = new KnownVersion(() => now)
  const init = {
    read: async () => {
      reads++
      return await Promise.resolve(version)
    },
    waitUntil: (work: Promise<unknown>) => {
      works.push(work)
    }
  }

  expect(await known.current(init)).toBe('a')
  version = 'b'
  now = 1999
  expect(await known.current(init)).toBe('a')
  expect(reads).toBe(1)
  now = 2000
  expect(await Promise.all([known.current(init), known.current(init)])).toEqual(['a', 'a'])
  await Promise.all(works)
  expect(reads).toBe(2)
  expect(await known.current(init)).toBe('b')
  version = 'c'
  now = 7000
  expect(await known.current(init)).toBe('c')
})

it('is unknown if it cannot be read, and old enough', async () => {
  let now = 0
  const known = new KnownVersion(() => now)
  const waitUntil = (): void => {}
  const failing = { read: async () => await Promise.reject(new Error('no bucket')), waitUntil }
  expect(await known.current(failing)).toBeUndefined()
  expect(await known.current({ read: async () => await Promise.resolve(''), waitUntil })).toBe('')
  now = 4999
  expect(await known.current(failing)).toBe('')
  now = 5000
  expect(await known.current(failing)).toBeUndefined()
})

it('lets no request wait for a read of another one', async () => {
  const known = new KnownVersion(() => 0)
  const waitUntil = (): void => {}
  // The engine ended the request that began this read.
  void known.current({ read: async () => await new Promise(() => {}), waitUntil })
  expect(await known.current({ read: async () => await Promise.resolve('a'), waitUntil })).toBe('a')
})
