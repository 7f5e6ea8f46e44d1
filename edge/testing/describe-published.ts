import { beforeEach, describe, expect, it } from 'vitest'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { contentsName, MANIFEST_NAME, segmentContainer } from '../../src/store/sql/published/containers.ts'
import { ReadAheadBudget } from '../../src/store/sql/read-ahead-budget.ts'
import type { SqlBlockstore, SqlBlockstoreInit } from '../../src/store/sql/sql-blockstore.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import { testBlocks } from '../../src/testing/store/store-fixtures.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'
import { ManifestReader } from '../front/manifest-reader.ts'
import { newPieceMemory, PieceCache } from '../front/pieces.ts'
import { PublishedBlocks } from '../front/published-blocks.ts'
import { newContentsMemory, PublishedIndex } from '../front/published-index.ts'
import { killedAt } from './killed-at.ts'

/** A bucket whose objects can be listed. */
export type ListedBucket = ObjectBucket & {
  list: (options?: { cursor?: string }) => Promise<{ objects: Array<{ key: string }>; cursor?: string }>
}

interface Place {
  sql: Sql
  bucket: ListedBucket
  open: (bucket?: ObjectBucket, options?: Partial<SqlBlockstoreInit>) => Promise<SqlBlockstore>
  empty: () => void
}

const KIB = 1024
const PUBLISH = { publish: { settings: () => '{}' } }

/** Options with which sessions leave no bytes in rows. */
const DIRECT = { ...PUBLISH, maxUnpackedBytes: 0 }

/** Kills before this many steps of the writer are tried; the script has fewer. */
const MAX_STEPS = 200

/** Rounds of background work after which it counts as endless. */
const MAX_ROUNDS = 20

const NO_CACHE: AnswerCache = { match: async () => undefined, put: async () => {} }

/** Tests what the publisher writes, by reading it like the front. */
export function describePublished ({ sql, bucket, open, empty }: Place): void {
  describe('published blocks', () => {
    const large = testBlocks(18, 256 * KIB)
    const small = testBlocks(30, 300, 1000)

    async function names (): Promise<string[]> {
      const names: string[] = []
      let cursor: string | undefined

      do {
        const page = await bucket.list(cursor == null ? {} : { cursor })
        names.push(...page.objects.map(({ key }) => key))
        cursor = page.cursor
      } while (cursor != null)

      return names
    }

    beforeEach(async () => {
      empty()
      for (const name of await names()) {
        await bucket.delete(name)
      }
    })

    const counted = { reads: 0 }

    /** Returns a reader as it is in a new worker, or with a clock in one that lives on. */
    function reader (
      { memory = {}, now = Date.now, contents = newContentsMemory(), pieces = newPieceMemory() } = {}
    ): PublishedBlocks {
      const countedBucket: ObjectBucket = {
        ...methodsOf(bucket),
        get: async (name, options) => {
          counted.reads++
          return await bucket.get(name, options)
        }
      }
      return new PublishedBlocks({
        bucket: countedBucket,
        shares: new ReadAheadBudget(),
        atNode: async () => undefined,
        index: new PublishedIndex({
          bucket: countedBucket,
          manifests: new ManifestReader({ bucket: countedBucket, memory, cache: NO_CACHE, now }),
          pieces: new PieceCache({ memory: pieces, cache: NO_CACHE, waitUntil: () => {} }),
          contents
        })
      })
    }

    async function found (blocks: Block[], blockstore = reader()): Promise<number> {
      const sizes = await Promise.all(blocks.map(async ({ cid }) => await blockstore.size(cid)))
      return sizes.filter((size, i) => size === blocks[i].bytes.byteLength).length
    }

    async function put (store: SqlBlockstore, blocks: Block[]): Promise<void> {
      const session = store.session()
      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }
      await session.commit()
    }

    async function settled (store: SqlBlockstore): Promise<void> {
      for (let i = 0; i < MAX_ROUNDS; i++) {
        const work = store.background()

        if (work == null) {
          return
        }

        await work
      }

      throw new Error('the background work does not end')
    }

    it('are found from the bucket alone, in segments and in rows, with few reads', async () => {
      const store = await open(bucket, DIRECT)
      await put(store, [...large, ...small])
      await settled(store)
      const blocks = reader()
      counted.reads = 0
      let i = 0
      for await (const { bytes } of blocks.bytesMany([...large, ...small].map(({ cid }) => cid))) {
        const { bytes: expected } = [...large, ...small][i++]
        expect(bytes.every((byte, at) => byte === expected[at])).toBe(true)
      }
      expect(i).toBe(48)
      // The manifest, a run, the contents of a segment and of a bundle, and a range of the segment for each batch.
      expect(counted.reads).toBeLessThanOrEqual(8)
      expect(await found(testBlocks(5, 300, 2000))).toBe(0)
      await store.close()
    })

    it('are gone when their removal is acknowledged, also if nothing else can be written', async () => {
      let isBroken = false
      const fragile = {
        ...methodsOf(bucket),
        put: async (name: string, bytes: Uint8Array) => {
          if (isBroken && name !== MANIFEST_NAME) {
            throw new Error('no bucket')
          }
          await bucket.put(name, bytes)
        }
      }
      const store = await open(fragile, DIRECT)
      await put(store, [...large, ...small])
      await settled(store)
      const memory = { contents: newContentsMemory(), pieces: newPieceMemory() }
      expect(await found([...large, ...small], reader(memory))).toBe(48)
      isBroken = true
      await store.remove([large[3].cid, small[3].cid])
      expect(await found([large[3], small[3]], reader(memory))).toBe(0)
      expect(await found([large[3], small[3]])).toBe(0)
      // Their neighbours are asked of the node until the contents are written.
      expect(await found([large[4], small[4]], reader(memory))).toBe(0)
      isBroken = false
      await store.put(testBlocks(1, 10, 3000)[0].cid, testBlocks(1, 10, 3000)[0].bytes)
      await settled(store)
      expect(await found([...large, ...small], reader(memory))).toBe(46)
      await store.close()
    })

    it('are gone for a worker that lives on after the age of its manifest', async () => {
      let nowMs = 1_000_000
      const memory = {
        memory: {},
        contents: newContentsMemory(),
        pieces: newPieceMemory(),
        now: () => nowMs
      }
      const store = await open(bucket, PUBLISH)
      await put(store, small)
      await settled(store)
      expect(await found(small, reader(memory))).toBe(30)
      await store.remove([small[0].cid])
      expect(await found([small[0]], reader(memory))).toBe(1)
      nowMs += 10_000
      expect(await found([small[0]], reader(memory))).toBe(0)
      await settled(store)
      nowMs += 10_000
      expect(await found(small, reader(memory))).toBe(29)
      await store.close()
    })

    it('stay found while runs are merged over several levels, and leave nothing when all are removed', async () => {
      const store = await open(bucket, { publish: { settings: () => '{}', maxRunRecords: 32 } })
      const all: Block[] = []
      for (let i = 0; i < 40; i++) {
        const some = testBlocks(9, 200, 10_000 + i * 9)
        await put(store, some)
        all.push(...some)
        await settled(store)
      }
      const levels = sql.all<{ level: number; n: number }>('SELECT level, count(*) AS n FROM runs GROUP BY level')
      expect(Math.max(...levels.map(({ level }) => level))).toBeGreaterThanOrEqual(2)
      expect(levels.find(({ level }) => level === 0)?.n ?? 0).toBeLessThan(8)
      expect(await found(all)).toBe(all.length)
      expect((await names()).filter((name) => name.startsWith('published/runs/')).length).toBe(
        levels.reduce((sum, { n }) => sum + n, 0)
      )
      // Small bundles were bundled together.
      expect((await names()).filter((name) => name.startsWith('published/contents/')).length).toBeLessThan(20)
      await store.remove(all.slice(0, 300).map(({ cid }) => cid))
      await settled(store)
      expect(await found(all)).toBe(all.length - 300)
      await store.remove(all.map(({ cid }) => cid))
      await settled(store)
      expect(await names()).toEqual([])
      await store.close()
    })

    it('are read again after too many changes for a manifest', async () => {
      const store = await open(bucket, PUBLISH)
      await put(store, small)
      await settled(store)
      sql.all(
        'WITH RECURSIVE n (i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 1010000) ' +
          'INSERT INTO changed SELECT i, 1, NULL FROM n'
      )
      await store.remove([small[0].cid])
      expect(await found(small)).toBe(0)
      await settled(store)
      expect(await found(small)).toBe(29)
      expect(sql.all('SELECT 1 AS one FROM changed')).toEqual([])
      await store.close()
    })

    it('include those of a database of an earlier version, while it answers', async () => {
      const before = await open(bucket, { maxUnpackedBytes: 0 })
      await put(before, [...large, ...small])
      await settled(before)
      await before.close()
      expect(await found(large)).toBe(0)

      const store = await open(bucket, DIRECT)
      expect((await store.bytes(large[2].cid)).byteLength).toBe(256 * KIB)
      expect((await store.bytes(small[2].cid)).byteLength).toBe(300)
      await settled(store)
      expect(await found([...large, ...small])).toBe(48)
      await store.close()
    })

    it('are not read from a segment that was deleted, nor from one with other bytes', async () => {
      const store = await open(bucket, DIRECT)
      await put(store, large)
      await settled(store)
      await bucket.put('segments/1', new Uint8Array(18 * 256 * KIB))
      await expect(reader().bytes(large[0].cid)).rejects.toMatchObject({ name: 'NotFoundError' })
      await bucket.delete('segments/1')
      await expect(reader().bytes(large[0].cid)).rejects.toMatchObject({ name: 'NotFoundError' })
      await bucket.delete(contentsName(segmentContainer(1)))
      expect(await found(large)).toBe(0)
      await store.close()
    })

    it('lose nothing acknowledged and leave nothing over, wherever the writer is killed', async () => {
      for (const isDone of [true, false]) {
        for (let at = 1; at < MAX_STEPS; at++) {
          empty()
          const mortal = killedAt({ sql, bucket, at, isDone })
          const acknowledged = { put: [] as Block[], removed: [] as Block[] }

          const script = async (): Promise<'ended'> => {
            const store = await open(mortal.bucket, { ...DIRECT, sql: mortal.sql })
            await put(store, [...large, ...small])
            acknowledged.put.push(...large, ...small)
            await settled(store)
            await store.remove([...large.slice(0, 12), ...small.slice(0, 12)].map(({ cid }) => cid))
            acknowledged.removed.push(...large.slice(0, 12), ...small.slice(0, 12))
            await settled(store)
            await store.close()
            return 'ended'
          }

          const hasEnded = await Promise.race([script().catch(() => 'killed'), mortal.killed])
          const { put: there, removed } = acknowledged
          const label = `killed ${isDone ? 'after' : 'before'} step ${at}`
          // Before anything is opened again.
          expect(await found(removed), label).toBe(0)

          const store = await open(bucket, DIRECT)
          const left = there.filter((block) => !removed.includes(block))
          for (const { cid, bytes } of removed.length > 0 || there.length === 0 ? left : large.slice(12)) {
            expect((await store.bytes(cid)).byteLength, label).toBe(bytes.byteLength)
          }
          await settled(store)
          expect(await store.stat().then(({ blocks }) => blocks), label).toBe(await found([...large, ...small]))
          await store.remove([...large, ...small].map(({ cid }) => cid))
          await settled(store)
          expect(await names(), label).toEqual([])
          await store.close()

          if (hasEnded === 'ended') {
            expect(at).toBeGreaterThan(20)
            break
          }
        }
      }
    })
  })
}

function methodsOf (bucket: ObjectBucket): ObjectBucket {
  return { get: bucket.get.bind(bucket), put: bucket.put.bind(bucket), delete: bucket.delete.bind(bucket) }
}
