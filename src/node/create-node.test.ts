import 'fake-indexeddb/auto'

import { Key } from 'interface-datastore'
import { expect, it } from 'vitest'
import { openDatastore } from '../store/datastore/open-datastore.ts'
import { openBlockstore } from '../store/open/open-blockstore.ts'
import { fakeDisk } from '../testing/store/fake-disk.ts'
import { fakeLocks } from '../testing/store/store-fixtures.ts'
import { createNode } from './create-node.ts'
import type { IpfsNode } from './interface/ipfs-node.ts'
import { EMPTY_DIRECTORY } from './repo/init-repo.ts'

const disk = fakeDisk()
const locks = fakeLocks()

async function boot (name: string, type: string): Promise<IpfsNode> {
  const datastore = await openDatastore(`${name}-data`)

  try {
    return await createNode({
      datastore,
      openBlockstore: async () =>
        await openBlockstore(name, { type }, datastore, { locks, signal: AbortSignal.timeout(60_000) })
    })
  } catch (err) {
    await datastore.close()
    throw err
  }
}

async function remove (name: string): Promise<'removed' | 'in use'> {
  return await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => {
      resolve('removed')
    }
    request.onblocked = () => {
      resolve('in use')
    }
  })
}

it.each(['packed-idb', 'idb'])(
  'a first start that fails at any of its writes releases its lock and databases: the next one opens (%s)',
  async (type) => {
    let failures = 0

    for (let room = 0;; room++) {
      const name = `${type}-${room}`
      disk.room = room
      const failed = await boot(name, type).then(async (node) => {
        await node.stop()
      }, (err: Error) => err)
      disk.room = Infinity

      if (failed == null) {
        break
      }

      failures++
      expect(failed.name).toBe('QuotaExceededError')
      const node = await boot(name, type)
      expect(await node.datastore.has(new Key('/local/initialised'))).toBe(true)
      expect(await node.blockstore.has(EMPTY_DIRECTORY)).toBe(true)
      expect((await node.pins.get(EMPTY_DIRECTORY))?.mode).toBe('recursive')
      await node.stop()
      expect([await remove(name), await remove(`${name}-data`)]).toEqual(['removed', 'removed'])
    }

    // At least identity, configuration, blockstore layout, block, pin, initialization mark.
    expect(failures).toBeGreaterThanOrEqual(6)
  }
)
