import { MemoryDatastore } from 'datastore-core'
import type { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { byMany } from '../../testing/dag/by-many.ts'
import { cborNode, putBlocks, rawLeaf } from '../../testing/dag/small-dag.ts'
import { DatastorePinStore } from '../store/datastore-pin-store.ts'
import { PinIndex } from './pin-index.ts'

const { signal } = new AbortController()

it('a descendant of a pin that is removed during the walk, and of another that stays, is still found', async () => {
  const store = new MemoryBlockstore()
  const pins = new DatastorePinStore(new MemoryDatastore())
  const x = rawLeaf('shared')
  const roots = [cborNode('a', [x.cid]), cborNode('b', [x.cid])]
  await putBlocks(store, [x, ...roots])
  for (const { cid } of roots) {
    await pins.put({ cid, mode: 'recursive', name: '' })
  }
  const listed: CID[] = []
  for await (const { cid } of pins.list('recursive')) {
    listed.push(cid)
  }
  const [first, second] = listed
  const local = blockReader(store, undefined)
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let held = (): void => {}
  const isHeld = new Promise<void>((resolve) => {
    held = resolve
  })
  const reader = byMany(local, async function* (cids, options) {
    for await (const block of local.getMany(cids, options)) {
      held()
      await gate
      yield block
    }
  })
  const index = new PinIndex(pins, reader)
  const asked = index.through([x.cid], { signal })
  await isHeld
  await pins.remove(first)
  open()
  expect((await asked).map(String)).toEqual([String(second)])
})
