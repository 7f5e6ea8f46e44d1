import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import { appDataKeys, changeAppData } from './app-data.ts'
import type { AppRow } from './app-data.ts'

const MIB = new Uint8Array(1024 * 1024)

async function* rows (count: number, value?: Uint8Array): AsyncGenerator<AppRow> {
  for (let i = 0; i < count; i++) {
    yield { key: `/${i}`, value }
  }
}

async function keys (datastore: MemoryDatastore): Promise<string[]> {
  const found: string[] = []
  for await (const key of appDataKeys(datastore, '/')) {
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
