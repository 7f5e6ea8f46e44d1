import type { CID } from 'multiformats/cid'
import { readerWithTimeout } from '../blocks/reader/reader-with-timeout.ts'
import { CODEC } from '../cid/codes/multiformat-codes.ts'
import { changeFile } from '../unixfs/change/change-file.ts'
import { cidBuilder, hashingOf } from '../unixfs/change/hashing.ts'
import { loadPathToOffset } from '../unixfs/change/load-path-to-offset.ts'
import { encodeUnixfsNode } from '../unixfs/format/encode-unixfs-node.ts'
import { currentTime } from '../unixfs/format/stat.ts'
import { UNIXFS_TYPE } from '../unixfs/format/unixfs-data.ts'
import { parentPath } from './check-path.ts'
import type { WriteOptions } from './mfs-options.ts'
import type { MfsTree } from './mfs-tree.ts'
import type { MfsSettings } from './settings.ts'
import { lookup } from './tree/lookup.ts'
import { flushInode, updateEntry } from './tree/nodes.ts'
import { openFile } from './tree/open-file.ts'
import { missingBlock, withMissingBlocks } from './with-missing-blocks.ts'

/** Everything that a write knows before it reads its content. */
export interface WritePlan {
  /** The file to change. If it does not exist yet, the empty file. */
  file: CID
  /** Whether new leaves are raw blocks. */
  rawLeaves: boolean
  /** The block of `file` if that is the empty file, which may not be stored yet. */
  empty: Uint8Array | undefined
}

/**
 * Plans a write: resolves its path, and loads the nodes of the file to the place where the write begins. Reads only
 * what is stored, so the plan never waits. The caller has locked the path, which keeps the plan valid.
 *
 * @throws NotExistError
 * @throws BlockNotFoundError for a block that has to be fetched before the next try
 * @throws an Error if the path is no file
 */
export async function planWrite (tree: MfsTree, path: string, options: WriteOptions): Promise<WritePlan> {
  const { blocks, signal, offset = 0, size = offset } = options
  const { link: { cid: file }, rawLeaves } = await tree.rehearse(
    async (root, change) => await openFile(root, path, options, change),
    signal
  )
  const plan = { file, rawLeaves: options.rawLeaves ?? rawLeaves, empty: await emptyFile(file) }

  if (plan.empty == null && !blocks.offline) {
    const store = tree.recentWrites.over({ blocks: tree.local, signal, put: async () => {} })
    await loadPathToOffset(file, BigInt(size), store).catch((err: unknown) => {
      // Other faults do not matter before the write reads the block.
      if (missingBlock(err) != null) {
        throw err
      }
    })
  }

  return plan
}

/**
 * Writes content into a file of the tree. The new nodes are built outside of the tree, which is locked only when all of
 * them exist. The caller has locked the path since `planWrite`.
 *
 * @throws an Error if the file of the plan was replaced by a change that locks no path (`files/chroot`, `files/flush`)
 */
export async function commitWrite (
  tree: MfsTree,
  path: string,
  content: AsyncIterable<Uint8Array>,
  { file, rawLeaves, empty }: WritePlan,
  { settings, now = currentTime(), ...options }: WriteOptions & { settings: MfsSettings }
): Promise<void> {
  const { flush, offset, size, blocks, signal } = options

  await tree.withWrites(signal, async ({ put, change }) => {
    // Reads with a timeout: the blocks at the end of the content are unknown until it ends, so they are not in the
    // plan.
    const inHurry = { ...blocks, ...readerWithTimeout(blocks, signal) }
    const store = tree.recentWrites.over({ blocks: inHurry, signal, put })

    if (empty != null) {
      await store.put(file, empty)
    }

    const { chunker } = settings
    const link = await changeFile(file, { ...store, chunker, now, offset, size, content, rawLeaves })

    await withMissingBlocks({ blocks: inHurry, signal }, async () =>
      await change(async (root, change) => {
        const inode = await openFile(root, path, options, change)

        if (!inode.link.cid.equals(file)) {
          throw new Error(`${path} was changed by somebody else meanwhile`)
        }

        change.setFile(inode, { link, rawLeaves })

        if (flush) {
          await updateEntry(inode.parent, inode.name, link, change)
          await flushInode(await lookup(root, parentPath(path), change), change)
        }
      }))
  })
}

/**
 * Builds the empty node that a new file begins with, and which is not stored yet.
 *
 * @returns its block; undefined if the CID is that of another file
 */
async function emptyFile (cid: CID): Promise<Uint8Array | undefined> {
  const block = encodeUnixfsNode([], { type: UNIXFS_TYPE.file, fileSize: 0 })
  return (await cidBuilder(hashingOf(cid)).sum(CODEC.dagPb, block)).equals(cid) ? block : undefined
}
