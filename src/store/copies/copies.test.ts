import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import { Key } from 'interface-datastore'
import { interfaceDatastoreTests } from 'interface-datastore-tests'
import { describe, expect, it, vi } from 'vitest'
import { memoryFiles } from '../../testing/store/memory-files.ts'
import type { MemoryFiles } from '../../testing/store/memory-files.ts'
import { newIndexedDB, withRunnerGlobals } from '../../testing/store/store-fixtures.ts'

import 'fake-indexeddb/auto'

import type { ClosableDatastore } from '../datastore/open-datastore.ts'
import { openDatastore } from '../datastore/open-datastore.ts'
import { CopiedDatastore } from './copied-datastore.ts'
import { decodeRecord, encodeRecord } from './copy-record.ts'
import { DatastoreCopy } from './datastore-copy.ts'
import { replayChanges } from './replay-changes.ts'
import { restoreCopy } from './restore-copy.ts'

withRunnerGlobals()

const WITNESS = new Key('/kept/who')
const note = async (): Promise<[]> => []
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function memory (): ClosableDatastore {
  return Object.assign(new MemoryDatastore(), { close: async () => {} })
}

/** Returns the rows after a restore from the files. */
async function restored (files: MemoryFiles): Promise<Record<string, string>> {
  const rows = new MemoryDatastore()
  await restoreCopy(rows, files, { witness: WITNESS, note })
  return await rowTexts(rows)
}

async function rowTexts (rows: Pick<MemoryDatastore, 'query'>, prefix = '/kept/'): Promise<Record<string, string>> {
  const found: Array<[string, string]> = []
  for await (const { key, value } of rows.query({ prefix })) {
    found.push([key.toString(), new TextDecoder().decode(value)])
  }
  return Object.fromEntries(found.sort(([a], [b]) => a < b ? -1 : 1))
}

describe('interface-datastore compliance', () => {
  interfaceDatastoreTests({
    setup: async () =>
      new CopiedDatastore(await openDatastore('test', { indexedDB: newIndexedDB() }), memoryFiles(), ['/']),
    teardown: async (store) => {
      await (store as CopiedDatastore).close()
    }
  })
})

describe('a record', () => {
  it('decodes to its rows, and to none if any byte is changed or missing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ key: fc.string(), value: fc.option(fc.uint8Array({ maxLength: 40 }), { nil: undefined }) }),
          { maxLength: 5 }
        ),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (rows, at, flip) => {
          const record = await encodeRecord(rows)
          expect(await decodeRecord(record)).toEqual(rows)
          expect(await decodeRecord(record.subarray(0, at % record.byteLength))).toBe(undefined)
          const other = record.slice()
          other[at % other.byteLength] ^= flip
          expect(await decodeRecord(other)).toBe(undefined)
        }
      )
    )
  })
})

describe('a copied datastore', () => {
  it('copies the rows of its prefixes, in the order of their changes', async () => {
    const files = memoryFiles()
    const store = new CopiedDatastore(memory(), files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    await Promise.all([
      store.put(new Key('/kept/a'), bytes('1')),
      store.put(new Key('/kept/a'), bytes('2')),
      store.put(new Key('/other/a'), bytes('1'))
    ])
    const batch = store.batch()
    batch.put(new Key('/kept/b'), bytes('3'))
    batch.delete(new Key('/kept/a'))
    batch.put(new Key('/other/b'), bytes('3'))
    await batch.commit()
    expect(await restored(files)).toEqual({ '/kept/b': '3', '/kept/who': 'me' })
    expect(await rowTexts(store, '/other/')).toEqual({ '/other/a': '1', '/other/b': '3' })
  })

  it('writes changes together that arrive during a write', async () => {
    const files = memoryFiles()
    const store = new CopiedDatastore(memory(), files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    await store.tidy()
    files.writes = 0
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => await store.put(new Key(`/kept/${i}`), bytes(String(i))))
    )
    expect(files.writes).toBeLessThan(5)
    expect(Object.keys(await restored(files)).length).toBe(101)
  })

  it('acknowledges changes that are in the copy', async () => {
    const files = memoryFiles()
    const write = files.write
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const store = new CopiedDatastore(memory(), files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    await store.tidy()
    files.write = async (...args) => {
      await held
      await write(...args)
    }
    let done = false
    const put = store.put(new Key('/kept/a'), bytes('1')).then(() => {
      done = true
    })
    await vi.waitFor(async () => {
      expect(await store.has(new Key('/kept/a'))).toBe(true)
    })
    expect(done).toBe(false)
    release()
    await put
  })

  it('continues if the copy cannot be written, and rebuilds it when it can', async () => {
    const files = memoryFiles()
    const store = new CopiedDatastore(memory(), files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    await store.tidy()
    files.full = true
    await store.put(new Key('/kept/a'), bytes('1'))
    await store.rest()
    await store.tidy()
    expect(await restored(files)).toEqual({ '/kept/who': 'me' })
    files.full = false
    await store.tidy()
    expect(await restored(files)).toEqual({ '/kept/a': '1', '/kept/who': 'me' })
  })

  it('begins a new base after many changes, and deletes the old files', async () => {
    const files = memoryFiles()
    const store = new CopiedDatastore(memory(), files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    for (let i = 0; i < 1200; i++) {
      await store.put(new Key(`/kept/${i % 7}`), bytes(String(i)))
    }
    await store.tidy()
    expect(files.all.size).toBeLessThan(520)
    expect(await restored(files)).toEqual(await rowTexts(store))
  })

  it('notices at the next start that the copy is older or newer than the rows', async () => {
    for (const lost of ['copy', 'rows'] as const) {
      const files = memoryFiles()
      const rows = memory()
      const first = new CopiedDatastore(rows, files, ['/kept/'])
      await first.put(WITNESS, bytes('me'))
      await first.put(new Key('/kept/a'), bytes('1'))
      await first.tidy()
      const before = { files: new Map(files.all), rows: [] as Array<[Key, Uint8Array]> }
      for await (const { key, value } of rows.query({})) {
        before.rows.push([key, value])
      }
      await first.put(new Key('/kept/a'), bytes('2'))
      // The kill happens when only one of both has the change.
      if (lost === 'copy') {
        files.all.clear()
        before.files.forEach((file, name) => files.all.set(name, file))
      } else {
        for (const [key, value] of before.rows) {
          await rows.put(key, value)
        }
      }

      const second = new CopiedDatastore(rows, files, ['/kept/'])
      await second.tidy()
      expect(await restored(files), lost).toEqual(await rowTexts(rows))
    }
  })

  it('rebuilds nothing if everything is consistent, also after a delete', async () => {
    const files = memoryFiles()
    const rows = memory()
    const first = new CopiedDatastore(rows, files, ['/kept/'])
    await first.put(WITNESS, bytes('me'))
    await first.put(new Key('/kept/a'), bytes('1'))
    await first.tidy()
    await first.put(new Key('/kept/b'), bytes('1'))
    await first.delete(new Key('/kept/a'))
    await first.rest()
    files.writes = 0
    await new CopiedDatastore(rows, files, ['/kept/']).tidy()
    expect(files.writes).toBe(0)
    expect(await restored(files)).toEqual({ '/kept/b': '1', '/kept/who': 'me' })
  })

  it('only deletes on a full disk if only deletes are requested', async () => {
    const rows = memory()
    const store = new CopiedDatastore(rows, memoryFiles(), ['/kept/'])
    await store.put(new Key('/kept/a'), bytes('1'))
    const batch = rows.batch.bind(rows)
    rows.batch = () =>
      Object.assign(batch(), {
        put: () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
    await store.delete(new Key('/kept/a'))
    expect(await store.has(new Key('/kept/a'))).toBe(false)
  })
})

describe('restoring', () => {
  it('returns all acknowledged rows, after whichever change the copy was cut, and again after a kill', async () => {
    const change = fc.record({ key: fc.integer({ min: 0, max: 6 }), value: fc.option(fc.string(), { nil: undefined }) })

    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        async (changes, tidyAt, tornAt, killAt) => {
          const files = memoryFiles()
          const store = new CopiedDatastore(memory(), files, ['/kept/'])
          await store.put(WITNESS, bytes('me'))
          await store.tidy()
          const states = [{}, await rowTexts(store)]

          for (const [i, { key, value }] of changes.entries()) {
            if (i === tidyAt % (changes.length + 1)) {
              await store.put(WITNESS, bytes('me'))
              const copy = await DatastoreCopy.open(files)
              await copy.replace(
                copy.reaches!.last,
                (async function* () {
                  yield Object.entries(await rowTexts(store)).map(([key, text]) => ({ key, value: bytes(text) }))
                })()
              )
            }
            if (value == null) {
              await store.delete(new Key(`/kept/${key}`))
            } else {
              await store.put(new Key(`/kept/${key}`), bytes(value))
            }
            states.push(await rowTexts(store))
          }

          expect(await restored(files)).toEqual(states.at(-1))
          // The last file was being written at the power cut.
          const last = [...files.all.keys()].filter((name) => name.startsWith('change/')).sort((a, b) =>
            Number(a.split('/')[1]) - Number(b.split('/')[1])
          ).at(-1)

          if (last != null) {
            files.all.set(last, files.all.get(last)!.slice(0, tornAt % files.all.get(last)!.byteLength))
            expect([states.at(-2), states.at(-1)]).toContainEqual(await restored(files))
          }

          const whole = await restored(files)
          const rows = new MemoryDatastore()
          let steps = killAt % 4
          const batch = rows.batch.bind(rows)
          rows.batch = () => {
            const made = batch()
            return {
              ...made,
              commit: async () => {
                if (steps-- === 0) {
                  throw new Error('killed')
                }
                await made.commit()
              }
            }
          }
          await restoreCopy(rows, files, { witness: WITNESS, note }).catch(() => {})
          rows.batch = batch
          await restoreCopy(rows, files, { witness: WITNESS, note })
          expect(await rowTexts(rows)).toEqual(whole)
        }
      ),
      { numRuns: 60 }
    )
  })

  it('changes nothing if the datastore has its rows, or there is no copy', async () => {
    const files = memoryFiles()
    const rows = new MemoryDatastore()
    expect(await restoreCopy(rows, files, { witness: WITNESS, note })).toBe(false)
    await new CopiedDatastore(memory(), files, ['/kept/']).put(WITNESS, bytes('other'))
    await rows.put(WITNESS, bytes('me'))
    expect(await restoreCopy(rows, files, { witness: WITNESS, note })).toBe(false)
    expect(await rowTexts(rows)).toEqual({ '/kept/who': 'me' })
  })
})

const NO_DERIVED = { derived: [] }

describe('redoing', () => {
  it("restores changes that the end of the datastore's log has lost", async () => {
    const change = fc.record({ key: fc.integer({ min: 0, max: 6 }), value: fc.option(fc.string(), { nil: undefined }) })

    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.nat(),
        async (changes, lostFrom, tidyAt) => {
          const files = memoryFiles()
          const rows = memory()
          const store = new CopiedDatastore(rows, files, ['/kept/'])
          await store.put(WITNESS, bytes('me'))
          await store.tidy()
          let before: Array<[Key, Uint8Array]> = []

          for (const [i, { key, value }] of changes.entries()) {
            if (i === lostFrom % changes.length) {
              before = []
              for await (const { key, value } of rows.query({})) {
                before.push([key, value])
              }
            }
            if (i === tidyAt % (changes.length * 2)) {
              // A failed change makes a new base necessary.
              const batch = rows.batch
              rows.batch = () => {
                throw new Error('no room')
              }
              await store.put(new Key('/kept/failed'), bytes('never')).catch(() => {})
              rows.batch = batch
              await store.tidy()
            }
            if (value == null) {
              await store.delete(new Key(`/kept/${key}`))
            } else {
              await store.put(new Key(`/kept/${key}`), bytes(value))
            }
          }

          const whole = await rowTexts(store)
          for await (const { key } of rows.query({})) {
            await rows.delete(key)
          }
          for (const [key, value] of before) {
            await rows.put(key, value)
          }
          await replayChanges(rows, files, NO_DERIVED)
          // Deleted rows may reappear if a new base was written since.
          expect(await rowTexts(rows)).toMatchObject(whole)
          const once = await rowTexts(rows)
          await replayChanges(rows, files, NO_DERIVED)
          expect(await rowTexts(rows)).toEqual(once)
        }
      ),
      { numRuns: 60 }
    )
  })

  it('drops rows that are derived from them, and only if there is something to redo', async () => {
    const files = memoryFiles()
    const rows = memory()
    const derived = new Key('/walk/head')
    const store = new CopiedDatastore(rows, files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    await store.tidy()
    const before: Array<[Key, Uint8Array]> = []
    await store.put(derived, bytes('of one'))
    for await (const { key, value } of rows.query({})) {
      before.push([key, value])
    }
    await replayChanges(rows, files, { derived: ['/walk/'] })
    expect(await rows.has(derived)).toBe(true)

    await store.put(new Key('/kept/a'), bytes('1'))
    for await (const { key } of rows.query({})) {
      await rows.delete(key)
    }
    for (const [key, value] of before) {
      await rows.put(key, value)
    }
    await replayChanges(rows, files, { derived: ['/walk/'] })
    expect([await rows.has(new Key('/kept/a')), await rows.has(derived)]).toEqual([true, false])
  })

  it('does not apply a failed change', async () => {
    const files = memoryFiles()
    const rows = memory()
    const store = new CopiedDatastore(rows, files, ['/kept/'])
    await store.put(WITNESS, bytes('me'))
    await store.tidy()
    const batch = rows.batch.bind(rows)
    rows.batch = () =>
      Object.assign(batch(), {
        commit: async () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
    await expect(store.put(new Key('/kept/a'), bytes('1'))).rejects.toMatchObject({ name: 'QuotaExceededError' })
    rows.batch = batch
    await replayChanges(rows, files, NO_DERIVED)
    expect(await rows.has(new Key('/kept/a'))).toBe(false)
  })
})
