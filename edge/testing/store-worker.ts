import { interfaceBlockstoreTests } from 'interface-blockstore-tests'
import { interfaceDatastoreTests } from 'interface-datastore-tests'
import { describe } from 'vitest'
import { CommitLog } from '../../src/store/blockstore/commit-log.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import { SqlBlockstore } from '../../src/store/sql/sql-blockstore.ts'
import type { SqlBlockstoreInit } from '../../src/store/sql/sql-blockstore.ts'
import { SqlDatastore } from '../../src/store/sql/sql-datastore.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import { describeBlockstore } from '../../src/testing/store/describe-blockstore.ts'
import { withRunnerGlobals } from '../../src/testing/store/store-fixtures.ts'
import type { Env, ObjectState } from '../engine/edge-types.ts'
import { objectSql } from '../engine/object-sql.ts'
import type { PartsBucket } from '../write/parts/parts-bucket.ts'
import { describeImports } from './describe-imports.ts'
import { describePublished } from './describe-published.ts'
import type { ListedBucket } from './describe-published.ts'
import { describeSegments } from './describe-segments.ts'
import { describeSqlDatastore } from './describe-sql-datastore.ts'
import { describeUploads } from './describe-uploads.ts'
import { memoryBucket } from './memory-bucket.ts'
import { runTests } from './mini-vitest.ts'

const TABLES = [
  'data',
  'blocks',
  'pieces',
  'segments',
  'sessions',
  'owned',
  'granted',
  'leases',
  'committed',
  'counts',
  'bundles',
  'unwritten',
  'unindexed',
  'changed',
  'runs',
  'publication',
  'state',
  'frames',
  'leaves',
  'upload',
  'parts'
]

/** A Durable Object that runs the tests of the stores against its own database and the bound bucket. */
export class NodeObject {
  readonly #sql: Sql
  readonly #bucket: ObjectBucket

  constructor ({ storage }: ObjectState, { BLOCKS }: Env) {
    this.#sql = objectSql(storage)
    this.#bucket = BLOCKS!
  }

  /** Runs the suites of the path: `/published`, `/uploads`, `/imports`, `/imports/killed-…`, or all others. */
  async fetch ({ url }: Request): Promise<Response> {
    withRunnerGlobals()
    const open = async (bucket?: ObjectBucket, options: Partial<SqlBlockstoreInit> = {}): Promise<SqlBlockstore> =>
      await SqlBlockstore.open({
        sql: this.#sql,
        bucket,
        ...options,
        commitLog: new CommitLog(new SqlDatastore(this.#sql))
      })
    const teardown = async (store: unknown): Promise<void> => {
      await (store as { close?: () => Promise<void> }).close?.()
    }

    if (new URL(url).pathname === '/published') {
      describePublished({
        sql: this.#sql,
        bucket: this.#bucket as ListedBucket,
        open,
        empty: () => {
          this.#empty()
        }
      })
      return Response.json(await runTests())
    }

    const [, killed] = /^\/imports(?:\/killed-(add|import))?$/.exec(new URL(url).pathname) ?? []

    if (new URL(url).pathname.startsWith('/imports')) {
      describeImports({
        sql: this.#sql,
        bucket: killed == null ? this.#bucket as ListedBucket & PartsBucket : memoryBucket(),
        open,
        empty: () => {
          this.#empty()
        }
      }, killed as 'add' | 'import' | undefined)
      return Response.json(await runTests())
    }

    if (new URL(url).pathname === '/uploads') {
      describeUploads({
        sql: this.#sql,
        bucket: this.#bucket as ListedBucket,
        open,
        empty: () => {
          this.#empty()
        }
      })
      return Response.json(await runTests())
    }

    for (
      const [name, bucket, options] of [['SQLite', undefined, {}], ['SQLite and R2', this.#bucket, {}], [
        'R2 at once',
        this.#bucket,
        { maxUnpackedBytes: 0 }
      ]] as const
    ) {
      const setup = async (): Promise<SqlBlockstore> => {
        this.#empty()
        return await open(bucket, options)
      }

      describe(`interface-blockstore compliance of ${name}`, () => {
        interfaceBlockstoreTests({ setup, teardown })
      })
      describeBlockstore(name, setup)
    }

    describe('interface-datastore compliance', () => {
      interfaceDatastoreTests({ setup: async () => this.#newDatastore(), teardown })
    })

    describeSqlDatastore((watch) => this.#newDatastore(watch))

    describeSegments({
      sql: this.#sql,
      bucket: this.#bucket,
      open,
      empty: () => {
        this.#empty()
      }
    })
    return Response.json(await runTests())
  }

  #newDatastore (watch = (sql: Sql) => sql): SqlDatastore {
    this.#empty()
    return new SqlDatastore(watch(this.#sql))
  }

  #empty (): void {
    for (const table of TABLES) {
      this.#sql.all(`DROP TABLE IF EXISTS ${table}`)
    }
  }
}

export default {
  async fetch (request: Request, { NODE }: Env): Promise<Response> {
    return await NODE.get(NODE.idFromName('tests')).fetch(request)
  }
}
