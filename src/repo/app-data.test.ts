import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { expect, it } from 'vitest'
import { APP_DATA_LIMITS, appDataKeys, changeAppData, readAppData } from './app-data.ts'
import type { AppRow } from './app-data.ts'

const MIB = new Uint8Array(1024 * 1024)

async function* rows (count: number, value?: Uint8Array): AsyncGenerator<AppRow> {
  for (let i = 0; i < count; i++) {
    yield { key: `/${i}`, value }
  }
}

async function keys (datastore: MemoryDatastore, prefix = '/'): Promise<string[]> {
  const found: string[] = []
  for await (const key of appDataKeys(datastore, prefix)) {
    found.push(key)
  }
  return found
}

it('changes at most 64 MiB and 16,384 rows of each kind at once, or nothing', async () => {
  const datastore = new MemoryDatastore()
  await expect(changeAppData(datastore, rows(65, MIB))).rejects.toThrow('at most 67108864 bytes at once')
  await expect(changeAppData(datastore, rows(16_385, new Uint8Array()))).rejects.toThrow('at most 16384 rows at once')
  await expect(changeAppData(datastore, rows(16_385))).rejects.toThrow('at most 16384 rows at once')
  expect(await keys(datastore)).toEqual([])
  await changeAppData(datastore, rows(64, MIB))
  expect(await keys(datastore)).toHaveLength(64)
})

it('changes rows of the largest number of each kind at once', async () => {
  const datastore = new MemoryDatastore()
  await changeAppData(datastore, rows(16_384, new Uint8Array()))
  expect(await keys(datastore)).toHaveLength(16_384)
  await changeAppData(datastore, rows(16_384))
  expect(await keys(datastore)).toEqual([])
})

it('writes and removes rows in one change, and reads them', async () => {
  const datastore = new MemoryDatastore()
  const change = async (...changes: AppRow[]): Promise<void> => {
    await changeAppData(
      datastore,
      (async function* () {
        yield* changes
      })()
    )
  }
  await change({ key: '/a/b', value: MIB }, { key: '/a', value: new Uint8Array([1]) }, { key: '/ab', value: MIB })
  await change({ key: '/a/b', value: undefined }, { key: '/a/c', value: new Uint8Array([2]) })
  expect(await readAppData(datastore, ['/a/c', '/a/b', '/a'])).toEqual([
    new Uint8Array([2]),
    undefined,
    new Uint8Array([1])
  ])
  expect(await datastore.has(new Key('/app-data/a/c'))).toBe(true)
  expect((await keys(datastore)).sort()).toEqual(['/a', '/a/c', '/ab'])
  expect(await keys(datastore, '/ab')).toEqual(['/ab'])
})

it('refuses values over 1 MiB, reads of over 256 rows, and invalid keys', async () => {
  const datastore = new MemoryDatastore()
  const put = async (key: string, value = new Uint8Array()): Promise<void> => {
    await changeAppData(
      datastore,
      (async function* () {
        yield { key, value }
      })()
    )
  }
  await expect(put('/a', new Uint8Array(1024 * 1024 + 1))).rejects.toThrow('a value has at most 1048576 bytes')
  await expect(put('a')).rejects.toThrow('a key begins with / and has at most 1024 characters')
  await expect(put(`/${'a'.repeat(1024)}`)).rejects.toThrow('a key begins with / and has at most 1024 characters')
  await put(`/${'a'.repeat(1023)}`)
  expect(await keys(datastore)).toEqual([`/${'a'.repeat(1023)}`])
  await expect(readAppData(datastore, Array.from({ length: 257 }, () => '/a'))).rejects.toThrow('at most 256 rows')
  expect(await readAppData(datastore, Array.from({ length: 256 }, () => '/a'))).toHaveLength(256)
})

it('lists at most 100,000 keys', async () => {
  const datastore = new MemoryDatastore()
  let count = 100_000
  datastore.queryKeys = function* () {
    for (let i = 0; i < count; i++) {
      yield new Key(`/app-data/${i}`, false)
    }
  }
  expect(APP_DATA_LIMITS.keys).toBe(count)
  expect(await keys(datastore)).toHaveLength(count)
  count++
  await expect(keys(datastore)).rejects.toThrow('too many keys')
})
