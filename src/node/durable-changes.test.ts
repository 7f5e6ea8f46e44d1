import 'fake-indexeddb/auto'

import { beforeEach, expect, it, vi } from 'vitest'
import { fileForm } from '../testing/dag/car-form.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { openRepo } from '../testing/store/two-database-repo.ts'
import type { TestNode } from '../testing/test-node.ts'

/** Name of the database of settings, pins, keys and names in `openRepo`. */
const DATA = 'data'

let app: TestNode

beforeEach(async () => {
  globalThis.indexedDB = newIndexedDB()
  app = await openRepo('packed')
})

async function fine (target: string, body?: FormData): Promise<string> {
  const { status, text } = await app.rpc(target, { body })
  expect([target, status], text).toEqual([target, 200])
  return text
}

/** Returns the durability of each transaction with which a command changes such rows. */
async function durabilities (run: () => Promise<unknown>): Promise<Array<IDBTransactionDurability | undefined>> {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')

  try {
    await run()
    const databases = opened.mock.contexts as IDBDatabase[]
    return opened.mock.calls.filter(([, mode], i) => mode === 'readwrite' && databases[i].name === DATA).map((
      [, , options]
    ) => options?.durability)
  } finally {
    opened.mockRestore()
  }
}

it('acknowledged settings, pins, names and keys are on disk, even after a power failure', async () => {
  const added = async (text: string): Promise<string> =>
    (JSON.parse(await fine('add?cid-version=1&pin=false', fileForm([text]))) as { Hash: string }).Hash
  const [a, b] = [await added('a'), await added('b')]

  const changes: Array<[target: string, body?: FormData]> = [
    ['config?arg=Datastore.StorageMax&arg=5GB'],
    ['config/profile/apply?arg=lowpower'],
    ['config/replace', fileForm(['{"Datastore":{"StorageMax":"6GB"}}'])],
    ['bootstrap/rm/all'],
    ['pin/remote/service/add?arg=svc&arg=https://pins.example&arg=key'],
    [`pin/add?arg=${a}`],
    [`pin/add?arg=${a}&name=mine`],
    [`pin/add?arg=${b}&recursive=false`],
    [`pin/rm?arg=${b}`],
    [`pin/update?arg=${a}&arg=${b}`],
    ['add?cid-version=1', fileForm(['c'])],
    ['dag/put?pin=true', fileForm(['{"a":1}'])],
    ['block/put?pin=true', fileForm(['d'])],
    ['key/gen?arg=k'],
    ['name/publish?arg=/ipfs/bafkqaaa&key=k&allow-offline=true'],
    ['key/rename?arg=k&arg=l'],
    ['key/rm?arg=l']
  ]

  for (const [target, body] of changes) {
    const all = await durabilities(async () => await fine(target, body))
    expect([target, new Set(all)]).toEqual([target, new Set(['strict'])])
  }
})
