import all from 'it-all'
import { expect, it } from 'vitest'
import { EmptyTableError } from '../swarm-errors.ts'
import { dhtValues } from './dht-values.ts'

const { signal } = new AbortController()
const KEY = Uint8Array.of(1)

it('yields the values of servers', async () => {
  const asked: unknown[] = []
  const values = [Uint8Array.of(2), Uint8Array.of(3)]
  const dht = {
    async *findValues (key: Uint8Array, options: object) {
      asked.push(key, options)
      yield* values
    }
  }
  expect(await all(dhtValues(dht, KEY, { signal }))).toEqual(values)
  expect(asked).toEqual([KEY, { signal }])
})

it('yields nothing if there is no DHT, or no server is known', async () => {
  expect(await all(dhtValues(undefined, KEY, { signal }))).toEqual([])
  expect(
    await all(dhtValues(
      {
        async *findValues () {
          throw new EmptyTableError()
        }
      },
      KEY,
      { signal }
    ))
  ).toEqual([])
})

it('throws other errors', async () => {
  await expect(all(dhtValues(
    {
      async *findValues () {
        throw new Error('broken')
      }
    },
    KEY,
    { signal }
  ))).rejects.toThrow('broken')
})

it('ends the query when the reader leaves', async () => {
  let ended = false
  const dht = {
    async *findValues () {
      try {
        for (;;) {
          yield KEY
        }
      } finally {
        ended = true
      }
    }
  }
  for await (const _ of dhtValues(dht, KEY, { signal })) {
    break
  }
  expect(ended).toBe(true)
})
