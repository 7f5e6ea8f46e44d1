import 'fake-indexeddb/auto'

import { expect, it } from 'vitest'
import { createNode } from '../../src/node/create-node.ts'
import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import { openDatastore } from '../../src/store/datastore/open-datastore.ts'
import { fakeDisk } from '../../src/testing/store/fake-disk.ts'
import { LazyNode } from '../node/lazy-node.ts'
import { StorageFullError } from '../storage/open-with-ballast.ts'
import { answerRoom } from './disk-full.ts'

const disk = fakeDisk()

it('reports whether the disk accepts a write', async () => {
  const node = new LazyNode(async () =>
    await createNode({ datastore: await openDatastore('room'), openBlockstore: async () => new MemoryBlockstore() })
  )
  expect(await answerRoom(node)).toEqual({ type: 'room', full: false })
  disk.room = 0
  expect(await answerRoom(node)).toEqual({ type: 'room', full: true })
  disk.room = Infinity
  expect(await answerRoom(node)).toEqual({ type: 'room', full: false })
})

it('reports a full disk for a node that does not open only if that is the reason', async () => {
  expect(
    await answerRoom(
      new LazyNode(async () => {
        throw new StorageFullError(new Error('no'))
      })
    )
  ).toEqual({ type: 'room', full: true })
  expect(
    await answerRoom(
      new LazyNode(async () => {
        throw new Error('refused')
      })
    )
  ).toEqual({ type: 'room', full: false })
})
