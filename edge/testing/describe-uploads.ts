import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import { HASH } from '../../src/cid/codes/multiformat-codes.ts'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { SqlBlockstore, SqlBlockstoreInit } from '../../src/store/sql/sql-blockstore.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import { DEFAULT_LIMITS } from '../../src/unixfs/import/directory/limits.ts'
import { importEntries } from '../../src/unixfs/import/entries/import-entries.ts'
import type { ImportOptions } from '../../src/unixfs/import/entries/import-options.ts'
import { answerRemoteUpload } from '../write/answer-remote-upload.ts'
import { answerUpload } from '../write/front-upload.ts'
import type { RemoteUpload } from '../write/remote-upload.ts'
import type { ListedBucket } from './describe-published.ts'
import { killedAt } from './killed-at.ts'
import { noiseBytes } from './noise-bytes.ts'

interface Place {
  sql: Sql
  bucket: ListedBucket
  open: (bucket?: ObjectBucket, options?: Partial<SqlBlockstoreInit>) => Promise<SqlBlockstore>
  empty: () => void
}

const KIB = 1024

/** Kills before this many steps are tried; the script has fewer. */
const MAX_STEPS = 100

const WRITER_MS = 600_000

const SETTINGS: ImportOptions = {
  cidVersion: 1,
  hash: HASH.sha2_256,
  rawLeaves: true,
  chunker: 'size-262144',
  layout: 'balanced',
  maxFileLinks: 174,
  directory: DEFAULT_LIMITS,
  emptyDirs: true,
  mode: 0,
  preserveMode: false,
  preserveMtime: false,
  wrap: false,
  progress: false,
  silent: false
}

/** Tests uploads whose body another process reads, against the store of the node. */
export function describeUploads ({ sql, bucket, open, empty }: Place): void {
  describe('an upload through the front', () => {
    /** Fills a segment of 8 MiB, one of more than 1 MiB, and leaves small blocks. */
    const large = noiseBytes(3, 9600 * KIB)
    const small = noiseBytes(4, 2000)
    const clock = { ms: 0 }
    const writers = { now: () => clock.ms, writerMs: WRITER_MS }

    const names = async (): Promise<string[]> => (await bucket.list()).objects.map(({ key }) => key)
    const count = (where: string): number => sql.all<{ n: number }>(`SELECT count(*) AS n FROM ${where}`)[0].n

    beforeEach(async () => {
      empty()
      clock.ms = 1_000_000

      for (const name of await names()) {
        await bucket.delete(name)
      }
    })

    async function blocksOf (...files: Uint8Array[]): Promise<Block[]> {
      const blocks: Block[] = []
      const entries = (async function* () {
        for (const [i, bytes] of files.entries()) {
          yield {
            path: `file${i}`,
            kind: 'file' as const,
            content: (async function* () {
              yield bytes.slice()
            })()
          }
        }
      })()

      for await (
        const _ of importEntries(entries, {
          ...SETTINGS,
          sink: (cid, bytes) => {
            blocks.push({ cid, bytes: bytes.slice() })
          }
        })
      ) {
        // Only the blocks matter.
      }

      return blocks
    }

    function form (...files: Uint8Array[]): Request {
      const form = new FormData()
      files.forEach((bytes, i) => {
        form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), `file${i}`)
      })
      return new Request('http://node.invalid/api/v0/add', { method: 'POST', body: form })
    }

    /** Uploads files in the way of `add`, in one write session. Resolves with the answer. */
    async function send (
      store: SqlBlockstore,
      request: Request,
      { bucket: front = bucket, before = async () => {} }: {
        bucket?: ObjectBucket
        /** called before the commit */
        before?: () => Promise<void>
      } = {}
    ): Promise<Response> {
      const run = async (_: Request, upload: RemoteUpload): Promise<Response> => {
        const session = store.session()

        try {
          for await (const _ of upload.files(request)!) {
            break
          }

          for await (
            const _ of upload.entries((async function* () {})(), {
              ...SETTINGS,
              sink: async (cid, bytes) => {
                await session.put(cid, bytes)
              },
              adopt: session.capabilities.adopting!.adopt
            })
          ) {
            // The events are not needed.
          }

          await before()
          await session.commit()
          return new Response('stored')
        } catch (err) {
          await session.rollback()
          throw err
        }
      }

      return await answerUpload(request, {
        bucket: front,
        ctx: { waitUntil: () => {} },
        askNode: async (asked) => answerRemoteUpload(asked, { store, run, waitUntil: () => {} })
      })
    }

    async function isIntact (store: SqlBlockstore, blocks: Block[]): Promise<boolean> {
      for (const { cid, bytes } of blocks) {
        const read = await store.bytes(cid)

        if (read.byteLength !== bytes.byteLength || read.some((byte, at) => byte !== bytes[at])) {
          return false
        }
      }

      return true
    }

    /** Runs the work that is due at the current time. */
    async function settle (store: SqlBlockstore): Promise<void> {
      await store.remove([])
      await store.background()
    }

    const cids = (blocks: Block[]): CID[] => blocks.map(({ cid }) => cid)

    it('is in segments that the front wrote, with its small blocks in rows', async () => {
      const store = await open(bucket, { writers })
      expect(await (await send(store, form(large, small))).text()).toBe('stored')
      expect(await names()).toEqual(['segments/1', 'segments/2'])
      const blocks = await blocksOf(large, small)
      expect([count('blocks'), count('blocks WHERE segment IS NULL'), count('owned'), count('sessions')]).toEqual([
        blocks.length,
        blocks.filter(({ bytes }) => bytes.byteLength < 4096).length,
        0,
        0
      ])
      expect(await isIntact(store, blocks)).toBe(true)
      await settle(store)
      // Granted in advance, and never written.
      expect(count('granted')).toBe(2)
      clock.ms += WRITER_MS + 1
      await settle(store)
      expect([count('granted'), count('segments')]).toEqual([0, 2])
      await store.close()
    })

    it('keeps its segments as long as it is open, however long that takes', async () => {
      const store = await open(bucket, { writers })
      await send(store, form(large), {
        before: async () => {
          clock.ms += 10 * WRITER_MS
          await settle(store)
          expect(await names()).toEqual(['segments/1', 'segments/2'])
        }
      }).then(async (response) => await response.text())
      expect(await isIntact(store, await blocksOf(large))).toBe(true)
      await store.close()
    })

    it('of blocks that are stored already keeps one copy', async () => {
      const store = await open(bucket, { writers })
      await (await send(store, form(large))).text()
      const before = await store.stat()
      await (await send(store, form(large))).text()
      clock.ms += WRITER_MS + 1
      await settle(store)
      expect(await store.stat()).toEqual(before)
      expect(await names()).toEqual(['segments/1', 'segments/2'])
      await store.close()
    })

    it('leaves nothing if it fails, and frees its segments when no write can be under way', async () => {
      const store = await open(bucket, { writers })
      const failed = send(store, form(large, small), {
        before: async () => {
          throw new Error('a failure')
        }
      })
      await expect(failed).rejects.toThrow('a failure')
      await settle(store)
      expect([(await store.stat()).blocks, count('owned'), count('sessions')]).toEqual([0, 0, 0])
      clock.ms += WRITER_MS + 1
      await settle(store)
      expect([await names(), count('segments'), count('granted')]).toEqual([[], 0, 0])
      await store.close()
    })

    it('is stored in rows if the bucket fails', async () => {
      const store = await open(bucket, { writers })
      const broken = {
        get: bucket.get.bind(bucket),
        delete: bucket.delete.bind(bucket),
        put: async () => {
          throw new Error('no bucket')
        }
      }
      expect(await (await send(store, form(large), { bucket: broken })).text()).toBe('stored')
      expect(await isIntact(store, await blocksOf(large))).toBe(true)
      await store.close()
    })

    it('ends in steps of a bounded number of rows, whether it is kept or not', async () => {
      let most = 0
      let rows = 0
      const counted: Sql = {
        ...sql,
        all: (statement, ...values) => {
          rows += /^(INSERT|DELETE|UPDATE)/.test(statement) ? 1 : 0
          return sql.all(statement, ...values)
        },
        transaction: (work) =>
          sql.transaction(() => {
            rows = 0
            const result = work()
            most = Math.max(most, rows)
            return result
          })
      }
      const many = Array.from({ length: 6000 }, (_, i) => noiseBytes(i + 1, 40))
      const blocks = await blocksOf(...many)

      for (const isKept of [true, false]) {
        empty()
        const store = await open(bucket, { sql: counted, writers })
        const session = store.session()

        for (const { cid, bytes } of blocks) {
          await session.put(cid, bytes)
        }

        await (isKept ? session.commit() : session.rollback())
        expect([count('blocks'), count('owned'), count('sessions'), count('committed')]).toEqual([
          isKept ? blocks.length : 0,
          0,
          0,
          0
        ])
        await store.close()
      }

      expect(most).toBeGreaterThan(1000)
      expect(most).toBeLessThan(4 * 2048 + 10)
    })

    it('goes into a database of an earlier version, whose interrupted session is rolled back', async () => {
      const before = await open(bucket, { writers })
      const [kept, cut] = [await blocksOf(small), await blocksOf(noiseBytes(5, 9000))]
      const [one, other] = [before.session(), before.session()]
      await one.put(kept[0].cid, kept[0].bytes)
      await one.commit()
      await other.put(cut[0].cid, cut[0].bytes)
      await before.close()
      sql.all('DROP TABLE granted')
      sql.all('DROP TABLE committed')

      const store = await open(bucket, { writers })
      expect([await store.has(kept[0].cid), await store.has(cut[0].cid)]).toEqual([true, false])
      expect(await (await send(store, form(large))).text()).toBe('stored')
      expect(await isIntact(store, [...kept, ...await blocksOf(large)])).toBe(true)
      await store.close()
    })

    it('loses nothing acknowledged and leaves nothing over, wherever front or node are killed', async () => {
      const blocks = await blocksOf(large, small)

      for (const [isDone, dies] of [[true, 'both'], [false, 'both'], [true, 'node']] as const) {
        for (let at = 1; at < MAX_STEPS; at++) {
          empty()
          const mortal = killedAt({ sql, bucket, at, isDone })
          let isAcknowledged = false

          const script = async (): Promise<'ended'> => {
            const store = await open(mortal.bucket, { writers, sql: mortal.sql })
            const front = dies === 'both' ? mortal.bucket : bucket
            await (await send(store, form(large, small), { bucket: front })).text()
            isAcknowledged = true
            return 'ended'
          }

          const hasEnded = await Promise.race([script().catch(() => 'killed'), mortal.killed])
          const label = `${dies} killed ${isDone ? 'after' : 'before'} step ${at}`
          const store = await open(bucket, { writers })

          const { blocks: stored } = await store.stat()
          // All or nothing; all that was acknowledged.
          expect([isAcknowledged ? blocks.length : 0, blocks.length], label).toContain(stored)
          expect(stored === 0 || await isIntact(store, blocks), label).toBe(true)

          // A front that outlived the node ends its last write.
          for (const { id } of sql.all<{ id: number }>('SELECT segment AS id FROM granted')) {
            await bucket.put(`segments/${id}`, new Uint8Array(10))
          }

          await store.remove(cids(blocks))
          await settle(store)
          clock.ms += WRITER_MS + 1
          await settle(store)
          expect([await names(), count('granted'), count('segments'), count('sessions')], label).toEqual([[], 0, 0, 0])
          await store.close()

          if (hasEnded === 'ended') {
            expect(at).toBeGreaterThan(4)
            break
          }
        }
      }
    })
  })
}
