import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { watchedDatastore } from '../../store/datastore/watched-datastore.ts'
import { QuotaExceededError } from '../../store/quota/quota-exceeded-error.ts'
import { cborNode, putBlocks, rawLeaf, smallDag, storeOf } from '../../testing/dag/small-dag.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { pinWorker } from '../../testing/store/pin-worker.ts'
import { watchedReads } from '../../testing/store/watched-reads.ts'
import { DatastorePinStore } from '../store/datastore-pin-store.ts'
import { PinIndex } from './pin-index.ts'

const { signal } = new AbortController()

/** More than a walk has to find before it is kept. */
const dags = Array.from({ length: 520 }, (_, i) => smallDag(`dag ${i}`))
const [first, second] = dags
const nowhere = rawLeaf('nowhere').cid

let store: MemoryBlockstore
let data: MemoryDatastore
let reads: number

beforeEach(async () => {
  store = await storeOf(dags)
  data = new MemoryDatastore()

  await new DatastorePinStore(data).change(async (change) => {
    dags.slice(2).forEach(({ root }) => {
      change.put({ cid: root, mode: 'recursive', name: '' })
    })
  })
})

/** A worker that has just started. */
function start (
  datastore = data
): { pins: DatastorePinStore; ask: (...cids: CID[]) => Promise<Array<string | undefined>> } {
  const { pins, index } = pinWorker(store, datastore, () => {
    reads++
  })
  reads = 0

  return {
    pins,
    ask: async (...cids) => {
      const roots = await index.through(cids, { signal })
      await waitForPendingReads()
      return roots.map((cid) => cid?.toString())
    }
  }
}

/** Waits for the work after an answer: reading the rest of the batch of pins, and writing. */
async function waitForPendingReads (): Promise<void> {
  for (let before = -1; before !== reads;) {
    before = reads
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function pin (pins: DatastorePinStore, cid: CID): Promise<void> {
  await pins.put({ cid, mode: 'recursive', name: '' })
}

it('needs no second walk, and walks only later pins', async () => {
  expect(await start().ask(nowhere)).toEqual([undefined])
  expect(reads).toBe(518 * 3)

  const next = start()
  expect(await next.ask(nowhere)).toEqual([undefined])
  expect(reads).toBe(0)
  await pin(next.pins, first.root)
  expect(await next.ask(nowhere, first.blocks[3].cid)).toEqual([undefined, String(first.root)])
  expect(reads).toBe(3)

  const third = start()
  await pin(third.pins, second.root)
  expect(await third.ask(nowhere)).toEqual([undefined])
  expect(reads).toBe(6)
  expect(await third.ask(first.blocks[3].cid, second.blocks[3].cid)).toEqual([String(first.root), String(second.root)])
})

it('finds descendants of pins from the last walk', async () => {
  await start().ask(nowhere)
  const leaf = dags[100].blocks[3].cid
  expect(await start().ask(leaf)).toEqual([String(dags[100].root)])
  const { pins, ask } = start()
  await pins.remove(dags[100].root)
  expect(await ask(leaf)).toEqual([undefined])
  expect(reads).toBe(517 * 3)
  // found out once
  expect(await ask(leaf)).toEqual([undefined])
  expect(reads).toBe(517 * 3)
  expect(await start().ask(leaf)).toEqual([undefined])
  expect(reads).toBe(0)
})

it('walks again if it cannot be read completely', async () => {
  await start().ask(nowhere)

  for (const key of ['/pinned/walk/page/2', '/pinned/walk/head']) {
    const before = await data.get(new Key(key))
    await data.put(new Key(key), before.subarray(1))
    expect(await start().ask(nowhere, dags[5].blocks[3].cid)).toEqual([undefined, String(dags[5].root)])
    expect(reads).toBe(518 * 3)
  }
})

it('is saved even if no pin has links, so that the next worker does not check all of them', async () => {
  const few = new MemoryDatastore()
  await new DatastorePinStore(few).put({ cid: rawLeaf('pinned').cid, mode: 'recursive', name: '' })
  expect(await start(few).ask(nowhere)).toEqual([undefined])
  const list = vi.spyOn(DatastorePinStore.prototype, 'list')
  expect(await start(few).ask(nowhere)).toEqual([undefined])
  expect(list).not.toHaveBeenCalled()
  list.mockRestore()
})

describe('without a saved walk', () => {
  const rowsOf = (keys: readonly Key[]): number =>
    keys.filter((key) => key.toString().startsWith('/pinned/walk/unwalked/')).length

  it('writes no row while a query waits, and is still saved', async () => {
    let rows = 0
    expect(
      await start(watchedDatastore(data, (keys) => {
        rows += rowsOf(keys)
      })).ask(nowhere)
    ).toEqual([undefined])
    expect(rows).toBe(0)
    expect(await start().ask(nowhere)).toEqual([undefined])
    expect(reads).toBe(0)
  })

  it('stops writing rows when a query arrives', async () => {
    let rows = 0
    let asked: Promise<Array<CID | undefined>> | undefined
    const pins = new DatastorePinStore(watchedDatastore(data, (keys) => {
      rows += rowsOf(keys)
      if (rows > 0) {
        asked ??= index.through([nowhere, dags[5].blocks[3].cid], { signal })
      }
    }))
    const index = new PinIndex(pins, watchedReads(store, () => {}))

    expect(await index.catchUp({ signal, maxCids: 10 })).toBe(false)
    expect(await asked).toEqual([undefined, dags[5].root])
    expect(rows).toBe(512)
  })
})

it('is not saved on a full disk, and the answers are still correct', async () => {
  const full = killableDatastore(data, () => {
    throw new QuotaExceededError('no room')
  })
  expect(await start(full).ask(nowhere, dags[5].blocks[3].cid)).toEqual([undefined, String(dags[5].root)])
  expect(await start(full).ask(nowhere)).toEqual([undefined])
  expect(reads).toBe(518 * 3)
})

it('is correct after a kill at any step', async () => {
  for (let steps = 0, killed = true; killed; steps++) {
    const copy = new MemoryDatastore()
    for await (const { key, value } of data.query({})) {
      await copy.put(key, value)
    }
    let left = steps
    killed = false

    const worker = start(killableDatastore(copy, () => {
      if (killed || left-- === 0) {
        killed = true
        throw new Error('killed')
      }
    }))

    try {
      await worker.ask(nowhere)
      await pin(worker.pins, first.root)
      await worker.ask(nowhere)
      await worker.pins.remove(dags[100].root)
      await pin(worker.pins, second.root)
    } catch (err) {
      expect((err as Error).message).toBe('killed')
    }

    const after = start(copy)
    const pinned = async ({ root }: { root: CID }): Promise<string | undefined> =>
      await after.pins.get(root) == null ? undefined : String(root)
    const looked = [first, second, dags[100], dags[5]]
    expect(await after.ask(...looked.map(({ blocks }) => blocks[3].cid), nowhere)).toEqual([
      ...await Promise.all(looked.map(pinned)),
      undefined
    ])
  }
})

it('resumes from the saved walk after more pins were added than it can remember', async () => {
  const { pins, ask } = start()
  await ask(nowhere)
  reads = 0

  const many = Array.from({ length: 10_001 }, (_, i) => cborNode(`pin ${i}`))
  await putBlocks(store, many)

  await pins.change(async (change) => {
    many.forEach(({ cid }) => {
      change.put({ cid, mode: 'recursive', name: '' })
    })
    change.put({ cid: first.root, mode: 'recursive', name: '' })
  })

  expect(await ask(nowhere, first.blocks[3].cid)).toEqual([undefined, String(first.root)])
  expect(reads).toBe(10_004)
})
