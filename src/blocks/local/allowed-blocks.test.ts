import { expect, it } from 'vitest'
import { ContentPolicy } from '../../denylist/content-policy.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { testBlocks } from '../../testing/store/store-fixtures.ts'
import { AllowedBlocks } from './allowed-blocks.ts'

it('hides blocked blocks from every read, and has the others', async () => {
  const store = new MemoryBlockstore()
  const [allowed, blocked] = testBlocks(2, 100)
  await store.put(allowed.cid, allowed.bytes)
  await store.put(blocked.cid, blocked.bytes)
  const policy = new ContentPolicy()
  const seen = new AllowedBlocks(store, policy)
  expect(await seen.bytes(blocked.cid)).toEqual(blocked.bytes)

  policy.apply({
    blockOf: (cid) => cid.equals(blocked.cid) ? { list: 'a', line: 1, status: 410 } : undefined,
    pathOf: () => undefined
  })
  expect([await seen.has(allowed.cid), await seen.has(blocked.cid)]).toEqual([true, false])
  expect([await seen.size(allowed.cid), await seen.size(blocked.cid)]).toEqual([100, undefined])
  expect(await seen.bytes(allowed.cid)).toEqual(allowed.bytes)
  await expect(seen.bytes(blocked.cid)).rejects.toMatchObject({ name: 'NotFoundError' })
  await expect((async () => {
    for await (const _ of seen.bytesMany([allowed.cid, blocked.cid]));
  })()).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(seen.capabilities).toEqual({})
})
