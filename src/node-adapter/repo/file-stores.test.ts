import { interfaceBlockstoreTests } from 'interface-blockstore-tests'
import { interfaceDatastoreTests } from 'interface-datastore-tests'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe } from 'vitest'
import { describeSegments } from '../../../edge/testing/describe-segments.ts'
import { describeSqlDatastore } from '../../../edge/testing/describe-sql-datastore.ts'
import { CommitLog } from '../../store/blockstore/commit-log.ts'
import { SqlBlockstore } from '../../store/sql/sql-blockstore.ts'
import type { SqlBlockstoreInit } from '../../store/sql/sql-blockstore.ts'
import { SqlDatastore } from '../../store/sql/sql-datastore.ts'
import type { Sql } from '../../store/sql/sql.ts'
import { describeBlockstore } from '../../testing/store/describe-blockstore.ts'
import { withRunnerGlobals } from '../../testing/store/store-fixtures.ts'
import { FileBucket } from './file-bucket.ts'
import { FileSql } from './file-sql.ts'
import { openSqlite } from './sqlite-database.ts'

withRunnerGlobals()

const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-stores-'))
const file = new FileSql(await openSqlite(path.join(folder, 'repo.db')))
// A plain object, some of whose methods a test replaces.
const sql: Sql = {
  all: (statement, ...values) => file.all(statement, ...values),
  transaction: (work) => file.transaction(work),
  synced: async () => {
    await file.synced()
  }
}
const bucket = new FileBucket(folder)

afterAll(async () => {
  file.close()
  await rm(folder, { recursive: true })
})

function empty (): void {
  for (const table of ['data', 'blocks', 'pieces', 'segments', 'sessions', 'owned', 'counts']) {
    sql.all(`DROP TABLE IF EXISTS ${table}`)
  }
}

async function open (chosen?: SqlBlockstoreInit['bucket'], options: Partial<SqlBlockstoreInit> = {}): Promise<
  SqlBlockstore
> {
  return await SqlBlockstore.open({
    sql,
    bucket: chosen,
    ...options,
    commitLog: new CommitLog(new SqlDatastore(sql))
  })
}

function newDatastore (watch = (watched: Sql) => watched): SqlDatastore {
  empty()
  return new SqlDatastore(watch(sql))
}

const close = async (store: unknown): Promise<void> => {
  await (store as { close?: () => Promise<void> }).close?.()
}

const setup = async (): Promise<SqlBlockstore> => {
  empty()
  return await open(bucket, { maxUnpackedBytes: 0 })
}

describe('interface-blockstore compliance of the store in files', () => {
  interfaceBlockstoreTests({ setup, teardown: close })
})

describeBlockstore('file', setup)

describe('interface-datastore compliance of the store in files', () => {
  interfaceDatastoreTests({ setup: async () => newDatastore(), teardown: close })
})

// The engine has no limit that a test could reach.
describeSqlDatastore(newDatastore, { bytes: null as never, error: 'NOT NULL' })
describeSegments({ sql, bucket, open, empty })
