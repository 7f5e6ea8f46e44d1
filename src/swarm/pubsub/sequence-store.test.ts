import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import { SequenceStore } from './sequence-store.ts'

async function rows (datastore: MemoryDatastore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of datastore.queryKeys({})) {
    keys.push(key.toString())
  }
  return keys.sort()
}

it('stores a limited number of peers, the most recently active ones, across restarts', async () => {
  const datastore = new MemoryDatastore()
  const first = new SequenceStore(datastore, { maxPeers: 3 })
  for (const peer of ['a', 'b', 'c']) {
    expect(await first.isNew(peer, 1n)).toBe(true)
  }
  expect(await first.isNew('a', 2n)).toBe(true)
  expect(await first.isNew('d', 1n)).toBe(true)
  expect(await rows(datastore)).toEqual(['/pubsub/seqno/a', '/pubsub/seqno/c', '/pubsub/seqno/d'])
  expect(await first.isNew('a', 2n)).toBe(false)

  const second = new SequenceStore(datastore, { maxPeers: 3 })
  for (const peer of ['e', 'f', 'g']) {
    expect(await second.isNew(peer, 1n)).toBe(true)
  }
  expect(await rows(datastore)).toEqual(['/pubsub/seqno/e', '/pubsub/seqno/f', '/pubsub/seqno/g'])
  expect(await second.forget('f')).toBe(1)
  expect(await second.isNew('f', 1n)).toBe(true)
  expect(await second.forget()).toBe(3)
  expect(await rows(datastore)).toEqual([])
})

it('accepts a message again if its number could not be stored', async () => {
  const datastore = new MemoryDatastore()
  const store = new SequenceStore(datastore)
  const put = datastore.put.bind(datastore)
  datastore.put = () => {
    throw new Error('the disk is full')
  }
  await expect(store.isNew('a', 1n)).rejects.toThrow('the disk is full')
  datastore.put = put
  expect(await store.isNew('a', 1n)).toBe(true)
  expect(await rows(datastore)).toEqual(['/pubsub/seqno/a'])
})
