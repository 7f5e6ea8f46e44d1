import type { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import { QuotaExceededError } from '../../src/store/quota/quota-exceeded-error.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { SqlBlockstore, SqlBlockstoreInit } from '../../src/store/sql/sql-blockstore.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import { testBlock, testBlocks } from '../../src/testing/store/store-fixtures.ts'

interface Place {
  sql: Sql
  bucket: ObjectBucket
  open: (bucket?: ObjectBucket, options?: Partial<SqlBlockstoreInit>) => Promise<SqlBlockstore>
  empty: () => void
}

const KIB = 1024

/** Options with which sessions leave no bytes in rows. */
const DIRECT = { maxUnpackedBytes: 0 }

/** Returns the indexes of blocks that are not read back unchanged. Faster than `toEqual` for MiB of bytes. */
async function differing (store: SqlBlockstore, blocks: Block[]): Promise<number[]> {
  const wrong: number[] = []
  let i = 0

  for await (const { bytes } of store.bytesMany(blocks.map(({ cid }) => cid))) {
    const expected = blocks[i].bytes

    if (bytes.byteLength !== expected.byteLength || bytes.some((byte, at) => byte !== expected[at])) {
      wrong.push(i)
    }

    i++
  }

  return i === blocks.length ? wrong : [...wrong, i]
}

/** Returns the methods of a bucket, some of which a test replaces. */
function bucketOf (bucket: ObjectBucket): ObjectBucket {
  return { get: bucket.get.bind(bucket), put: bucket.put.bind(bucket), delete: bucket.delete.bind(bucket) }
}

async function waited (isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
}

/** Tests the use of the bucket by the store. */
export function describeSegments ({ sql, bucket, open, empty }: Place): void {
  describe('segments in R2', () => {
    const blocks = testBlocks(80, 256 * KIB)
    const count = (where: string): number => sql.all<{ n: number }>(`SELECT count(*) AS n FROM ${where}`)[0].n
    const packed = (): number => count('blocks WHERE segment IS NOT NULL')

    beforeEach(() => {
      empty()
    })

    async function put (store: SqlBlockstore, blocks: Block[]): Promise<void> {
      const session = store.session()
      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }
      await session.commit()
      await store.background()
    }

    const cids = (blocks: Block[]): CID[] => blocks.map(({ cid }) => cid)

    it('store blocks of a certain size, and return them one by one and together', async () => {
      const store = await open(bucket)
      const small = testBlocks(20, 100, 1000)
      await put(store, [...blocks, ...small])
      expect(packed()).toBe(64)
      expect(count('segments')).toBe(2)
      expect(count('blocks WHERE segment IS NOT NULL AND bytes IS NOT NULL')).toBe(0)
      expect((await store.bytes(blocks[5].cid)).every((byte, at) => byte === blocks[5].bytes[at])).toBe(true)
      const mixed = [...blocks, ...small].map((_, i, list) => list[(i * 7) % list.length])
      expect(await differing(store, mixed)).toEqual([])
      await store.close()
    })

    it('free their space when their blocks are deleted, and are compacted when half of them are', async () => {
      const store = await open(bucket)
      await put(store, blocks)
      await store.remove(cids(blocks.slice(0, 20)))
      await store.background()
      expect(count('segments')).toBe(1)
      expect(await bucket.get('segments/1', { range: { offset: 0, length: 1 } })).toBe(null)
      expect(await differing(store, blocks.slice(20))).toEqual([])
      await store.remove(cids(blocks))
      await store.background()
      expect([count('segments'), count('blocks'), (await store.stat()).bytes]).toEqual([0, 0, 0])
      await store.close()
    })

    it('are undone with the session that filled them', async () => {
      const store = await open(bucket, DIRECT)
      const session = store.session()
      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }
      expect(packed()).toBe(80)
      await session.rollback()
      await store.background()
      expect([count('segments'), count('blocks'), count('owned'), count('sessions')]).toEqual([0, 0, 0, 0])
      await store.close()
    })

    it('have blocks that can be read before they are written', async () => {
      const never = { ...bucketOf(bucket), put: async () => await new Promise<never>(() => {}) }
      const store = await open(never, DIRECT)
      const session = store.session()
      for (const { cid, bytes } of blocks.slice(0, 40)) {
        await session.put(cid, bytes)
      }
      expect(await differing(store, blocks.slice(0, 40))).toEqual([])
      expect((await store.bytes(blocks[3].cid)).every((byte, at) => byte === blocks[3].bytes[at])).toBe(true)
      expect((await store.stat()).blocks).toBe(40)
    })

    it('apply backpressure while two of them are being written', async () => {
      const written: Array<() => void> = []
      const slow = {
        ...bucketOf(bucket),
        put: async (name: string, bytes: Uint8Array) => {
          await new Promise<void>((resolve) => {
            written.push(resolve)
          })
          await bucket.put(name, bytes)
        }
      }
      const store = await open(slow, DIRECT)
      const session = store.session()
      let taken = 0
      const all = (async () => {
        for (const { cid, bytes } of blocks) {
          await session.put(cid, bytes)
          taken++
        }
      })()
      await waited(() => written.length === 2)
      expect(taken).toBe(64)
      written.shift()!()
      await all
      const committed = session.commit()
      await waited(() => written.length === 2)
      written.splice(0).forEach((end) => {
        end()
      })
      await committed
      expect(await differing(store, blocks)).toEqual([])
      await store.close()
    })

    it('that a kill interrupted leave no remains and lose no other blocks', async () => {
      const never = {
        ...bucketOf(bucket),
        put: async (name: string, bytes: Uint8Array) => {
          await bucket.put(name, bytes)
          return await new Promise<never>(() => {})
        }
      }
      const killed = await open(never, DIRECT)
      for (const { cid, bytes } of blocks.slice(40)) {
        await killed.put(cid, bytes)
      }
      const session = killed.session()
      for (const { cid, bytes } of blocks.slice(0, 40)) {
        await session.put(cid, bytes)
      }
      await waited(() => count('segments WHERE live IS NULL') === 3)

      const store = await open(bucket, DIRECT)
      await store.background()
      expect(await bucket.get('segments/1', { range: { offset: 0, length: 1 } })).toBe(null)
      expect(await bucket.get('segments/2', { range: { offset: 0, length: 1 } })).toBe(null)
      expect((await store.stat()).blocks).toBe(40)
      expect(await differing(store, blocks.slice(40))).toEqual([])
      await store.close()
    })

    it('are durable when their session is prepared, and not before', async () => {
      const killed = await open(bucket, DIRECT)
      const [prepared, cut] = [killed.session(), killed.session()]
      for (const { cid, bytes } of blocks.slice(0, 40)) {
        await prepared.put(cid, bytes)
      }
      for (const { cid, bytes } of blocks.slice(30, 50)) {
        await cut.put(cid, bytes)
      }
      const record = await prepared.prepare()
      for (const { cid, bytes } of blocks.slice(50, 60)) {
        await cut.put(cid, bytes)
      }
      const rows: string[] = []
      record.addTo({
        put: (key: { toString: () => string }) => {
          rows.push(key.toString())
        },
        delete: () => {}
      } as never)
      sql.all('INSERT INTO data (key, value) VALUES (?, ?)', rows[0], new Uint8Array(0))

      const store = await open(bucket, DIRECT)
      await store.background()
      expect((await store.stat()).blocks).toBe(40)
      expect(await differing(store, blocks.slice(0, 40))).toEqual([])
      expect(count('owned')).toBe(0)
      await store.close()
    })

    it('release a block that is put separately meanwhile: it is durable at once', async () => {
      const killed = await open(bucket, DIRECT)
      const session = killed.session()
      for (const { cid, bytes } of blocks.slice(0, 10)) {
        await session.put(cid, bytes)
      }
      await killed.put(blocks[4].cid, blocks[4].bytes)

      const store = await open(bucket, DIRECT)
      expect((await store.stat()).blocks).toBe(1)
      expect(await differing(store, [blocks[4]])).toEqual([])
      await store.close()
    })

    it('are released with the last session that has blocks in them', async () => {
      const store = await open(bucket, DIRECT)
      const [one, other] = [store.session(), store.session()]
      for (const { cid, bytes } of blocks.slice(0, 8)) {
        await one.put(cid, bytes)
      }
      for (const { cid, bytes } of blocks.slice(6, 10)) {
        await other.put(cid, bytes)
      }
      await one.rollback()
      expect(await differing(store, blocks.slice(6, 10))).toEqual([])
      await other.commit()
      expect([(await store.stat()).blocks, count('segments'), packed()]).toEqual([4, 0, 0])
      expect(await differing(store, blocks.slice(6, 10))).toEqual([])
      const third = store.session()
      for (const { cid, bytes } of blocks.slice(0, 4)) {
        await third.put(cid, bytes)
      }
      expect(count('segments')).toBe(1)
      await third.rollback()
      expect([(await store.stat()).blocks, count('segments')]).toEqual([4, 0])
      await store.close()
    })

    it('do not cost a block when the bucket fails', async () => {
      const broken = {
        ...bucketOf(bucket),
        put: async () => {
          throw new Error('no bucket')
        }
      }

      for (const options of [{}, DIRECT]) {
        empty()
        const store = await open(broken, options)
        await put(store, blocks.slice(0, 40))
        expect(packed()).toBe(0)
        expect(await differing(store, blocks.slice(0, 40))).toEqual([])
        await store.close()
      }
    })

    it('are filled by a session itself if rows have enough bytes', async () => {
      const store = await open(bucket, { maxUnpackedBytes: 10 * KIB * KIB })
      const session = store.session()
      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }
      expect(count('blocks WHERE segment IS NULL')).toBe(40)
      expect(packed()).toBe(40)
      await session.commit()
      await store.background()
      // 16 of 48 blocks were too small for a segment.
      expect(count('blocks WHERE segment IS NULL')).toBe(16)
      expect(await differing(store, blocks)).toEqual([])
      await store.close()
    })

    it('name their owner if neither bucket nor database has room for them, and are rolled back', async () => {
      let isFull = true
      const full: Sql = {
        ...sql,
        all: (statement, ...values) => {
          if (isFull && statement.startsWith('UPDATE blocks SET segment = NULL')) {
            throw new QuotaExceededError('full')
          }
          return sql.all(statement, ...values)
        }
      }
      const store = await open({
        ...bucketOf(bucket),
        put: async () => {
          throw new Error('no bucket')
        }
      }, { ...DIRECT, sql: full })
      const session = store.session()
      for (const { cid, bytes } of blocks.slice(0, 5)) {
        await session.put(cid, bytes)
      }
      await expect(session.prepare()).rejects.toThrow('full')
      expect(await differing(store, blocks.slice(0, 5))).toEqual([])
      await session.rollback()
      expect((await store.stat()).blocks).toBe(0)
      isFull = false
      await put(store, blocks.slice(0, 5))
      expect(await differing(store, blocks.slice(0, 5))).toEqual([])
      await store.close()
    })

    it('report a block that they lost, and no other', async () => {
      const store = await open(bucket, DIRECT)
      await put(store, blocks.slice(0, 64))
      await bucket.delete('segments/1')
      await expect(store.bytes(blocks[0].cid)).rejects.toMatchObject({ name: 'DamagedBlockError' })
      expect(await differing(store, [blocks[40]])).toEqual([])
      await store.close()
    })

    it('store blocks larger than a row', async () => {
      const store = await open(bucket)
      const large = testBlock(1, 5 * KIB * KIB + 7)
      await store.put(large.cid, large.bytes)
      expect(await differing(store, [large])).toEqual([])
      expect(count('pieces')).toBe(5)
      for (const { cid, bytes } of blocks.slice(0, 20)) {
        await store.put(cid, bytes)
      }
      await store.background()
      expect(count('pieces')).toBe(0)
      expect(await differing(store, [large])).toEqual([])
      await store.close()
    })
  })

  describe('write sessions after a kill', () => {
    const [a, b] = [testBlock(1, 100), testBlock(2, 5000)]

    beforeEach(() => {
      empty()
    })

    it('are rolled back, and existing blocks stay', async () => {
      const killed = await open()
      await killed.put(a.cid, a.bytes)
      const session = killed.session()
      await session.put(a.cid, a.bytes)
      await session.put(b.cid, b.bytes)
      const store = await open()
      expect([await store.has(a.cid), await store.has(b.cid)]).toEqual([true, false])
      expect(await store.stat()).toEqual({ blocks: 1, bytes: 100 })
    })

    it('stay if their commit record was written', async () => {
      const killed = await open()
      const [kept, dropped] = [killed.session(), killed.session()]
      await kept.put(a.cid, a.bytes)
      await dropped.put(b.cid, b.bytes)
      const record = await kept.prepare()
      await dropped.prepare()
      const rows: string[] = []
      record.addTo({
        put: (key: { toString: () => string }) => {
          rows.push(key.toString())
        },
        delete: () => {}
      } as never)
      sql.all('INSERT INTO data (key, value) VALUES (?, ?)', rows[0], new Uint8Array(0))
      expect(await record.stands()).toBe(true)
      const store = await open()
      expect([await store.has(a.cid), await store.has(b.cid)]).toEqual([true, false])
    })
  })
}
