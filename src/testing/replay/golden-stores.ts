import 'fake-indexeddb/auto'

import { IDBFactory } from 'fake-indexeddb'
import type { Datastore } from 'interface-datastore'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openRepo } from '../../node-adapter/repo/open-repo.ts'
import type { FileRepo } from '../../node-adapter/repo/open-repo.ts'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { IdbDatastore } from '../../store/datastore/idb-datastore.ts'
import { SortedDatastore } from '../../store/datastore/sorted-datastore.ts'
import { openPackedBlockstore } from '../../store/packed/open-packed-blockstore.ts'

/** Creates an empty repo; each call of the returned functions opens it again, like a starting node. */
export type GoldenStore = () => {
  blocks: () => Promise<Blockstore>
  data: () => Promise<Datastore>
  /** removes what is on the disk */
  close?: () => Promise<void>
}

/** Stores of `serve:node`. */
export const MEMORY: GoldenStore = () => {
  const blocks = new MemoryBlockstore()
  const data = new SortedDatastore()
  return { blocks: async () => blocks, data: async () => data }
}

/** Stores of `swipfs serve --repo`, in a temporary folder. */
export const FILES: GoldenStore = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'swipfs-golden-'))
  let repo: FileRepo | undefined

  return {
    data: async () => {
      await repo?.close()
      repo = await openRepo(folder)
      return repo.datastore
    },
    blocks: async () => await repo!.openBlockstore(),
    close: async () => {
      await repo?.close()
      rmSync(folder, { recursive: true })
    }
  }
}

/** Stores of a worker, on an IndexedDB in memory. */
export const PACKED: GoldenStore = () => {
  const indexedDB = new IDBFactory()
  return {
    blocks: async () => await openPackedBlockstore('golden', { indexedDB }),
    data: async () => await IdbDatastore.open('golden-data', indexedDB)
  }
}
