import type { Datastore } from 'interface-datastore'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { CommitLog } from '../../store/blockstore/commit-log.ts'
import { SqlBlockstore } from '../../store/sql/sql-blockstore.ts'
import { SqlDatastore } from '../../store/sql/sql-datastore.ts'
import { FileBucket } from './file-bucket.ts'
import { FileSql } from './file-sql.ts'
import { lockRepo } from './repo-lock.ts'
import { openSqlite } from './sqlite-database.ts'

const DATABASE = 'repo.db'

/** Bytes that a session may leave in rows. More goes into segments at once, so that it is written only once. */
const MAX_UNPACKED_BYTES = 0

/** A repo in a folder, as `createNode` takes it. */
export interface FileRepo {
  /** Opens the blockstore. The node closes it. */
  openBlockstore: () => Promise<Blockstore>
  datastore: Datastore
  /** Closes the files and gives the lock back. To be called after the node has stopped. */
  close: () => Promise<void>
}

export interface OpenRepoOptions {
  /** uses the WebAssembly build of SQLite in any case; default: only without `node:sqlite` */
  wasm?: boolean
}

/**
 * Opens a repo in a folder, and creates it if necessary: an SQLite database, and files with many blocks each. What a
 * call has acknowledged survives `kill -9` and a power failure.
 *
 * @throws RepoInUseError if another process has it open
 * @example
 * ```ts
 * const repo = await openRepo('my-repo')
 * const node = await createNode(repo)
 * await node.stop()
 * await repo.close()
 * ```
 */
export async function openRepo (folder: string, options: OpenRepoOptions = {}): Promise<FileRepo> {
  const place = path.resolve(folder)
  mkdirSync(place, { recursive: true })
  const unlock = lockRepo(place)

  try {
    const file = path.join(place, DATABASE)
    // The WebAssembly build locks by a folder, which remains after a crash. Our lock says that no process uses it.
    rmSync(`${file}.lock`, { recursive: true, force: true })
    const sql = new FileSql(await openSqlite(file, options))
    const datastore = new SqlDatastore(sql)
    const commitLog = new CommitLog(datastore)
    const bucket = new FileBucket(place)

    return {
      openBlockstore: async () =>
        await SqlBlockstore.open({ sql, commitLog, bucket, maxUnpackedBytes: MAX_UNPACKED_BYTES }),
      datastore,
      close: async () => {
        try {
          sql.close()
        } finally {
          unlock()
        }
      }
    }
  } catch (err) {
    unlock()
    throw err
  }
}
