import { expect, it, vi } from 'vitest'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { testBlocks } from '../../testing/store/store-fixtures.ts'
import { NotifyingBlockstore } from './notifying-blockstore.ts'

const [first, second] = testBlocks(2, 100)

it('reports every new block, put alone or in a session', async () => {
  const arrived = vi.fn()
  const store = new NotifyingBlockstore(new MemoryBlockstore(), arrived)
  await store.put(first.cid, first.bytes)
  const session = store.session()
  await session.put(second.cid, second.bytes)
  await session.commit()
  expect(arrived.mock.calls).toEqual([[[first]], [[second]]])
})

it('passes lookups and deletions through unchanged, not as sizes and lists', async () => {
  const inner = new MemoryBlockstore()
  const store = new NotifyingBlockstore(inner, () => {})
  await store.put(first.cid, first.bytes)
  const has = vi.spyOn(inner, 'has')
  const remove = vi.spyOn(inner, 'delete')
  expect(await store.has(first.cid)).toBe(true)
  await store.delete(first.cid)
  expect(await store.has(first.cid)).toBe(false)
  expect(has).toHaveBeenCalledTimes(2)
  expect(remove).toHaveBeenCalledTimes(1)
  expect(await inner.has(first.cid)).toBe(false)
})
