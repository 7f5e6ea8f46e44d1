import type { CID } from 'multiformats/cid'
import { blockReader } from '../blocks/block-reader.ts'
import { walkDag } from '../dag/walk.ts'
import type { Repo } from '../repo/repo.ts'
import type { RepoWrites } from '../repo/with-write-session.ts'

const IDENTITY = 0x00

/**
 * Puts the blocks of a DAG that is here once more: a session that puts a block which another open session brought holds it too,
 * so that it stays when that one is rolled back.
 *
 * @throws what `walkDag` throws; BlockNotFoundError for a block that is gone meanwhile
 */
export async function holdDag ({ blockstore }: Pick<Repo, 'blockstore'>, root: CID, { put }: Pick<RepoWrites, 'put'>, { signal }: { signal: AbortSignal }): Promise<void> {
  for await (const { cid, bytes } of walkDag([root], { blocks: blockReader(blockstore, undefined), signal })) {
    if (bytes != null && cid.multihash.code !== IDENTITY) {
      await put(cid, bytes)
    }
  }
}
