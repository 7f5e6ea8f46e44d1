import { Key } from 'interface-datastore'
import { expect, it } from 'vitest'
import type { appData } from '../client/node/app-data.ts'
import { AppDatastore } from './app-datastore.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function openDatastore (): { datastore: AppDatastore; asked: Array<Parameters<typeof appData>[0]> } {
  const rows = new Map<string, Uint8Array>()
  const asked: Array<Parameters<typeof appData>[0]> = []

  const datastore = new AppDatastore(async (question) => {
    asked.push(question)
    const { prefix, get = [], put = [], remove = [] } = question
    put.forEach(([key, value]) => rows.set(key, value))
    remove.forEach((key) => rows.delete(key))
    // Like the worker: includes rows with keys that merely begin with the prefix.
    return {
      keys: prefix == null ? [] : [...rows.keys()].filter((key) => key.startsWith(prefix)),
      values: get.map((key) => rows.get(key))
    }
  })

  return { datastore, asked }
}

it('stores, finds and deletes rows', async () => {
  const { datastore } = openDatastore()
  const key = new Key('/a/1')
  await datastore.put(key, bytes('one'))
  expect(await datastore.get(key)).toEqual(bytes('one'))
  expect(await datastore.has(key)).toBe(true)
  await datastore.delete(key)
  expect(await datastore.has(key)).toBe(false)
  await expect(datastore.get(key)).rejects.toMatchObject({ name: 'NotFoundError' })
})

it('applies a batch atomically, and the last change of a key wins', async () => {
  const { datastore, asked } = openDatastore()
  const batch = datastore.batch()
  batch.put(new Key('/a'), bytes('1'))
  batch.delete(new Key('/b'))
  batch.put(new Key('/b'), bytes('2'))
  batch.put(new Key('/c'), bytes('3'))
  batch.delete(new Key('/c'))
  await batch.commit()
  expect(asked).toEqual([{ put: [['/a', bytes('1')], ['/b', bytes('2')]], remove: ['/c'] }])
})

it('lists very many rows in batches', async () => {
  const { datastore, asked } = openDatastore()
  const batch = datastore.batch()
  for (let i = 0; i < 600; i++) {
    batch.put(new Key(`/n/${i}`), bytes(String(i)))
  }
  await batch.commit()
  let count = 0
  for await (const { key, value } of datastore.query({ prefix: '/n/' })) {
    expect(key.toString()).toBe(`/n/${new TextDecoder().decode(value)}`)
    count++
  }
  expect(count).toBe(600)
  expect(Math.max(...asked.map(({ get = [] }) => get.length))).toBe(256)
})
