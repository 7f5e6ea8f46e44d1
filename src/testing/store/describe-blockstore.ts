import { MemoryDatastore } from 'datastore-core'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import { missingCid, testBlock, testBlocks } from './store-fixtures.ts'

/**
 * Tests a blockstore beyond the public compliance suite.
 *
 * @param open - opens an empty store
 */
export function describeBlockstore (name: string, open: () => Promise<Blockstore>): void {
  describe(`the ${name} blockstore`, () => {
    let store: Blockstore
    const [a, b, c] = [testBlock(1, 100), testBlock(2, 5000), testBlock(3, 70_000)]

    beforeEach(async () => {
      store = await open()
    })
    afterEach(async () => {
      await store.close()
    })

    async function put (
      session: { put: (cid: CID, bytes: Uint8Array) => Promise<void> },
      blocks: Block[]
    ): Promise<void> {
      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }
    }

    async function present (): Promise<boolean[]> {
      return await Promise.all([a, b, c].map(async ({ cid }) => await store.has(cid)))
    }

    it('finds a block by its multihash, with any CID', async () => {
      await store.put(a.cid, a.bytes)
      const v0 = CID.createV0(a.cid.multihash as MultihashDigest<0x12>)
      expect(await store.bytes(v0)).toEqual(a.bytes)
      expect(await store.size(CID.createV1(0x71, a.cid.multihash))).toBe(100)
      await store.delete(v0)
      expect(await store.has(a.cid)).toBe(false)
    })

    it('returns sizes, and undefined for missing blocks', async () => {
      await store.put(b.cid, b.bytes)
      expect(await store.size(b.cid)).toBe(5000)
      expect(await store.size(missingCid())).toBeUndefined()
      await expect(store.bytes(missingCid())).rejects.toMatchObject({ name: 'NotFoundError' })
    })

    it('reads many blocks in the requested order, up to the first missing one', async () => {
      const blocks = [...testBlocks(20, 6000, 100), ...testBlocks(20, 50, 200)]
      await put(store as never, blocks)
      const mixed = blocks.map((_, i) => blocks[(i * 7) % blocks.length])
      expect(await all(store.bytesMany(mixed.map(({ cid }) => cid)))).toEqual(mixed)

      const read: Block[] = []
      await expect((async () => {
        for await (const block of store.bytesMany([a, b].map(({ cid }) => cid).toSpliced(0, 1, blocks[3].cid))) {
          read.push(block)
        }
      })()).rejects.toMatchObject({ name: 'NotFoundError' })
      expect(read).toEqual([blocks[3]])
    })

    it('yields a block before it waits for the next CID', async () => {
      await put(store as never, [a, b, c])
      const seen: string[] = []
      let wake = (): void => {}

      async function* cids (): AsyncGenerator<CID> {
        for (const { cid } of [a, b, c]) {
          const answered = new Promise<void>((resolve) => {
            wake = resolve
          })
          yield cid
          await answered
        }
      }

      for await (const { cid } of store.bytesMany(cids())) {
        seen.push(cid.toString())
        wake()
      }

      expect(seen).toEqual([a, b, c].map(({ cid }) => cid.toString()))
    })

    it('counts blocks and bytes, each block once', async () => {
      await store.put(a.cid, a.bytes)
      await store.put(a.cid, a.bytes)
      await Promise.all([store.put(b.cid, b.bytes), store.put(b.cid, b.bytes), store.put(c.cid, c.bytes)])
      expect(await store.stat()).toEqual({ blocks: 3, bytes: 75_100 })
      await store.remove([b.cid, b.cid, missingCid()])
      expect(await store.stat()).toEqual({ blocks: 2, bytes: 70_100 })
    })

    it('lists its keys as raw CIDs', async () => {
      await put(store as never, [a, b, c])
      const keys = await all(store.keys())
      expect(keys.map(String).sort()).toEqual([a, b, c].map(({ cid }) => cid.toString()).sort())
    })

    it('copies bytes, so that a later write to their buffer has no effect', async () => {
      const buffer = new Uint8Array(200)
      buffer.set(a.bytes, 50)
      await store.put(a.cid, buffer.subarray(50, 150))
      expect(await store.bytes(a.cid)).toEqual(a.bytes)
    })

    it('throws the reason of an aborted signal', async () => {
      const signal = AbortSignal.abort(new Error('enough'))
      await expect(store.bytes(a.cid, { signal })).rejects.toThrow('enough')
      await expect(store.size(a.cid, { signal })).rejects.toThrow('enough')
      await expect(store.remove([a.cid], { signal })).rejects.toThrow('enough')
      await expect(all(store.bytesMany([a.cid], { signal }))).rejects.toThrow('enough')
      await expect(all(store.keys({ signal }))).rejects.toThrow('enough')
    })

    describe('write sessions', () => {
      it('show their blocks at once, and keep them after commit', async () => {
        const session = store.session()
        await put(session, [a, b, c])
        expect(await store.bytes(c.cid)).toEqual(c.bytes)
        expect(await present()).toEqual([true, true, true])
        await session.commit()
        await session.rollback()
        expect(await present()).toEqual([true, true, true])
        expect(await store.stat()).toEqual({ blocks: 3, bytes: 75_100 })
      })

      it('roll back their own blocks only', async () => {
        await store.put(a.cid, a.bytes)
        const session = store.session()
        await put(session, [a, b, c, b])
        await session.rollback()
        await session.rollback()
        expect(await present()).toEqual([true, false, false])
        expect(await store.stat()).toEqual({ blocks: 1, bytes: 100 })
      })

      it('leave blocks that a plain put has stored meanwhile', async () => {
        const session = store.session()
        await put(session, [a, b])
        await store.flush()
        await store.put(a.cid, a.bytes)
        await put(session, [a])
        await session.rollback()
        expect(await present()).toEqual([true, false, false])
      })

      it('leave blocks that another open or committed session has stored meanwhile', async () => {
        const [one, two, three] = [store.session(), store.session(), store.session()]
        await put(one, [a, b, c])
        await store.flush()
        await put(two, [a, b])
        await store.flush()
        await put(three, [b])
        await one.rollback()
        expect(await present()).toEqual([true, true, false])
        await two.rollback()
        expect(await present()).toEqual([false, true, false])
        await three.commit()
        expect(await present()).toEqual([false, true, false])
      })

      it('leave blocks of a session that committed first', async () => {
        const [one, two] = [store.session(), store.session()]
        await put(one, [a, b])
        await put(two, [b, c])
        await one.commit()
        await two.rollback()
        expect(await present()).toEqual([true, true, false])
      })

      it('leave blocks that were deleted and stored again', async () => {
        const session = store.session()
        await put(session, [a, b])
        await store.remove([a.cid, b.cid])
        expect(await present()).toEqual([false, false, false])
        await store.put(a.cid, a.bytes)
        await session.rollback()
        expect(await present()).toEqual([true, false, false])
      })

      it('stay prepared until they are committed', async () => {
        const data = new MemoryDatastore()
        const [kept, dropped] = [store.session(), store.session()]
        await put(kept, [a, b])
        await put(dropped, [b, c])

        const batch = data.batch()
        const { addTo, stands } = await kept.prepare()
        await dropped.prepare()
        addTo(batch)
        expect(await stands()).toBe(false)
        await expect(kept.put(c.cid, c.bytes)).rejects.toThrow('closed')

        await kept.commit()
        await dropped.rollback()
        await kept.rollback()
        expect(await present()).toEqual([true, true, false])
        expect((await store.stat()).blocks).toBe(2)
      })

      it('roll back prepared blocks', async () => {
        await store.put(a.cid, a.bytes)
        const session = store.session()
        await put(session, [a, b, c])
        await session.prepare()
        expect(await present()).toEqual([true, true, true])
        await session.rollback()
        expect(await present()).toEqual([true, false, false])
      })

      it('can be prepared without a block', async () => {
        const session = store.session()
        const { stands } = await session.prepare()
        expect(await stands()).toBe(false)
        await session.commit()
      })

      it('reject blocks after their end', async () => {
        const session = store.session()
        await session.commit()
        await expect(session.put(a.cid, a.bytes)).rejects.toThrow('closed')
        expect(await store.has(a.cid)).toBe(false)
      })

      it('store many blocks', async () => {
        const blocks = testBlocks(1500, 40, 5000)
        const [kept, dropped] = [store.session(), store.session()]
        await put(kept, blocks.slice(0, 1000))
        await put(dropped, blocks.slice(500))
        await Promise.all([kept.commit(), dropped.rollback()])
        expect((await store.stat()).blocks).toBe(1000)
      })
    })
  })
}
