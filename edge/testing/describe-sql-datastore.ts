import { Key } from 'interface-datastore'
import all from 'it-all'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SqlDatastore } from '../../src/store/sql/sql-datastore.ts'
import type { Sql } from '../../src/store/sql/sql.ts'

const value = new Uint8Array([1, 2, 3])

/** A value that the engine refuses: it exceeds the size limit of a row. */
const REFUSED = { bytes: new Uint8Array(8 * 1024 * 1024), error: 'TOOBIG' }

/**
 * Tests a datastore beyond the public suite.
 *
 * @param open - opens an empty datastore on the returned database
 * @param refused - a value that the engine does not store, and its error
 */
export function describeSqlDatastore (
  open: (watch?: (sql: Sql) => Sql) => SqlDatastore,
  refused: { bytes: Uint8Array; error: string } = REFUSED
): void {
  describe('the datastore in SQLite', () => {
    let store: SqlDatastore

    beforeEach(() => {
      store = open()
    })

    it('commits a batch completely or not at all, and reports which', async () => {
      await store.put(new Key('/c'), value)
      const batch = store.batch()
      batch.put(new Key('/a'), value)
      batch.delete(new Key('/c'))
      batch.put(new Key('/b'), refused.bytes)
      await expect((async () => {
        await batch.commit()
      })()).rejects.toThrow(refused.error)
      expect((await all(store.queryKeys({}))).map(String)).toEqual(['/c'])
      batch.put(new Key('/a'), value)
      batch.put(new Key('/b'), value)
      batch.delete(new Key('/b'))
      await batch.commit()
      expect((await all(store.queryKeys({}))).map(String)).toEqual(['/a', '/c'])
    })

    it('queries by prefix in key order, over more rows than a page has', async () => {
      const batch = store.batch()

      for (let i = 1499; i >= 0; i--) {
        batch.put(new Key(`/pins/${String(i).padStart(5, '0')}`), new Uint8Array([i & 0xff]))
        batch.put(new Key(`/other/${i}`), value)
      }

      await batch.commit()
      const rows = await all(store.query({ prefix: '/pins/' }))
      expect(rows.length).toBe(1500)
      expect(rows.every(({ key, value }, i) => Number(key.name()) === i && value[0] === (i & 0xff))).toBe(true)
      expect((await all(store.queryKeys({ prefix: '/pins/', limit: 2, offset: 1 }))).map(String)).toEqual([
        '/pins/00001',
        '/pins/00002'
      ])
    })

    it('loads few long rows into memory at once', async () => {
      const pages: number[] = []
      store = open((sql) => ({
        ...sql,
        all: (statement, ...values) => {
          const rows = sql.all(statement, ...values)
          if (statement.includes('LIMIT')) {
            pages.push(rows.length)
          }
          return rows as never
        }
      }))

      for (let i = 10; i < 60; i++) {
        await store.put(new Key(`/long/${i}`), new Uint8Array(512 * 1024))
      }
      const keys: string[] = []
      for await (const { key } of store.query({ prefix: '/long/' })) {
        keys.push(key.name())
      }
      expect(keys).toEqual(Array.from({ length: 50 }, (_, i) => String(i + 10)))
      expect(Math.max(...pages)).toBe(16)
      expect(pages[1]).toBe(2)
    })

    it('finds keys of any characters below their prefix only', async () => {
      const keys = ['/a', '/a/b', '/a/ü', '/a/\u{1f600}', '/a0', '/b/a']
      for (const key of keys) {
        await store.put(new Key(key), value)
      }
      expect((await all(store.queryKeys({ prefix: '/a/' }))).map(String)).toEqual(['/a/b', '/a/ü', '/a/\u{1f600}'])
    })
  })
}
