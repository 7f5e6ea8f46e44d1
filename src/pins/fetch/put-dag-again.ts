import type { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { walkDag } from '../../dag/walk.ts'
import type { Repo } from '../../repo/repo.ts'
import type { RepoWrites } from '../../repo/with-write-session.ts'

/**
 * Puts the blocks of a local DAG again. A session that puts a block of another open session holds it too, so the block
 * survives a rollback of the other session.
 *
 * @throws the errors of `walkDag`; BlockNotFoundError for a block that disappeared meanwhile
 */
export async function putDagAgain (
  { blockstore }: Pick<Repo, 'blockstore'>,
  root: CID,
  { put }: Pick<RepoWrites, 'put'>,
  { signal }: { signal: AbortSignal }
): Promise<void> {
  for await (const { cid, bytes } of walkDag([root], { blocks: blockReader(blockstore, undefined), signal })) {
    if (bytes != null && cid.multihash.code !== HASH.identity) {
      await put(cid, bytes)
    }
  }
}
