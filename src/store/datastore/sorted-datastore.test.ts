import fc from 'fast-check'
import { Key } from 'interface-datastore'
import { interfaceDatastoreTests } from 'interface-datastore-tests'
import all from 'it-all'
import { describe, expect, it, vi } from 'vitest'
import { withRunnerGlobals } from '../../testing/store/store-fixtures.ts'
import { SortedDatastore } from './sorted-datastore.ts'

withRunnerGlobals()
const value = new Uint8Array([1, 2, 3])

describe('interface-datastore compliance', () => {
  interfaceDatastoreTests({ setup: async () => new SortedDatastore(), teardown: async () => {} })
})

it('behaves like a Map with sorted keys, whatever is written', async () => {
  const name = fc.array(fc.constantFrom('a', 'b', 'ab', 'é', '😀'), { minLength: 1, maxLength: 3 }).map((parts) =>
    `/${parts.join('/')}`
  )
  const step = fc.record({ isPut: fc.boolean(), name, byte: fc.nat(255) })

  await fc.assert(fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 })), name, async (batches, prefix) => {
    const store = new SortedDatastore()
    const model = new Map<string, number>()

    for (const steps of batches) {
      const batch = store.batch()

      for (const { isPut, name, byte } of steps) {
        if (isPut) {
          batch.put(new Key(name), Uint8Array.of(byte))
          model.set(name, byte)
        } else {
          batch.delete(new Key(name))
          model.delete(name)
        }
      }

      await batch.commit()
    }

    const wanted = [...model].filter(([name]) => name.startsWith(prefix)).sort(([a], [b]) => a < b ? -1 : 1)
    expect((await all(store.query({ prefix }))).map(({ key, value }) => [key.toString(), value[0]])).toEqual(wanted)
    expect((await all(store.queryKeys({ prefix }))).map(String)).toEqual(wanted.map(([name]) => name))
    for (const [name, byte] of model) {
      expect(await store.get(new Key(name))).toEqual(Uint8Array.of(byte))
    }
  }))
})

it('returns each remaining row once while others are added and removed', async () => {
  const store = new SortedDatastore()
  for (let i = 0; i < 100; i += 2) {
    await store.put(new Key(`/row/${200 + i}`), value)
  }
  const seen: string[] = []

  for await (const key of store.queryKeys({ prefix: '/row/' })) {
    const number = Number(key.name())
    seen.push(key.name())
    await store.put(new Key(`/row/${number - 1}`), value)
    if (number % 4 === 0) {
      await store.delete(key)
    }
  }

  expect(seen).toEqual(Array.from({ length: 50 }, (_, i) => String(200 + 2 * i)))
})

it('only visits the rows of a prefix', async () => {
  const store = new SortedDatastore()
  for (let i = 0; i < 5000; i++) {
    await store.put(new Key(`/pinned/recursive/${i}/x`), value)
  }
  const looked = vi.spyOn(String.prototype, 'startsWith')
  const compared = vi.spyOn(Map.prototype, 'get')

  try {
    expect(await all(store.query({ prefix: '/pinned/recursive/77/' }))).toHaveLength(1)
    expect(looked.mock.calls.length + compared.mock.calls.length).toBeLessThan(20)
  } finally {
    vi.restoreAllMocks()
  }
})
