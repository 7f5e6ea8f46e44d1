import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { expect, it } from 'vitest'
import { NoAnswerError } from '../../async/promises/answer-timeout.ts'
import { memoryFiles } from '../../testing/store/memory-files.ts'
import type { CacheStorageLike } from '../cache/caches-with-timeout.ts'
import type { ClosableDatastore } from '../datastore/open-datastore.ts'
import { cacheFiles } from './cache-files.ts'
import { CopiedDatastore } from './copied-datastore.ts'
import type { CopyFiles } from './datastore-copy.ts'
import { restoreCopy } from './restore-copy.ts'

const WITNESS = new Key('/kept/who')
const options = { witness: WITNESS, note: async () => [] }

/** A cache with these files, in which every call except `names` fails. */
function failing (names: string[], error: Error): CopyFiles {
  const fail = async (): Promise<never> => {
    throw error
  }
  const cache = {
    delete: fail,
    match: fail,
    put: fail,
    keys: async () => names.map((name) => ({ url: `https://copies.invalid/${name}` }))
  }
  return cacheFiles({ open: async () => cache } as unknown as CacheStorageLike, 'copies')
}

it('a file for which the browser does not answer does not count as missing', async () => {
  await expect(restoreCopy(new MemoryDatastore(), failing(['change/1'], new NoAnswerError()), options)).rejects.toThrow(
    NoAnswerError
  )
  expect(await restoreCopy(new MemoryDatastore(), failing(['change/1'], new Error('cannot be read')), options)).toBe(
    false
  )
})

it('an interrupted restore is completed by the next one', async () => {
  const files = memoryFiles()
  const kept = new CopiedDatastore(
    Object.assign(new MemoryDatastore(), { close: async () => {} }) as ClosableDatastore,
    files,
    ['/kept/']
  )
  await kept.put(WITNESS, new Uint8Array([1]))
  await kept.put(new Key('/kept/a'), new Uint8Array([2]))
  await kept.close()

  const rows = new MemoryDatastore()
  let asked = 0
  const silent: CopyFiles = {
    ...files,
    names: files.names,
    read: async (name) => {
      if (++asked > 1) {
        throw new NoAnswerError()
      }
      return await files.read(name)
    }
  }
  await expect(restoreCopy(rows, silent, options)).rejects.toThrow(NoAnswerError)
  expect(await rows.has(WITNESS)).toBe(false)
  await expect(restoreCopy(rows, {
    ...files,
    names: async () => {
      throw new NoAnswerError()
    }
  }, options)).rejects.toThrow(NoAnswerError)

  expect(await restoreCopy(rows, files, options)).toBe(true)
  expect([await rows.get(WITNESS), await rows.get(new Key('/kept/a'))]).toEqual([
    new Uint8Array([1]),
    new Uint8Array([2])
  ])
})
