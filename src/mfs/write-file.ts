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
import { withMissingBlocks } from './with-missing-blocks.ts'

/**
 * Prefetches blocks that a write will read, if the request may use the network. No lock is held meanwhile: a running
 * write blocks other writes of the file and garbage collection, and a waiting collection blocks all writers. Ignores
 * errors: the write itself throws them, or finds another file.
 */
export async function fetchPlace (tree: MfsTree, path: string, options: WriteOptions): Promise<void> {
  const { blocks, signal, offset = 0, size = offset } = options

  if (blocks.offline) {
    return
  }

  try {
    const { cid } = await tree.rehearse(
      async (root, change) => (await openFile(root, path, options, change)).link,
      options
    )

    if (await emptyFile(cid) == null) {
      await loadPathToOffset(cid, BigInt(size), tree.recentWrites.over({ blocks, signal, put: async () => {} }))
    }
  } catch {}
}

/**
 * Writes content into a file of the tree. The new nodes are built outside of the tree, which is locked only when all of
 * them exist. The caller has locked the path.
 */
export async function writeFile (
  tree: MfsTree,
  path: string,
  content: AsyncIterable<Uint8Array>,
  { settings, now = currentTime(), ...options }: WriteOptions & { settings: MfsSettings }
): Promise<void> {
  const { flush, offset, size, blocks, signal } = options

  // Throws errors of the path before any content is read.
  const before = await tree.rehearse(async (root, change) => {
    const { link: { cid }, rawLeaves } = await openFile(root, path, options, change)
    return { cid, rawLeaves: options.rawLeaves ?? rawLeaves }
  }, options)

  const empty = await emptyFile(before.cid)

  await tree.withWrites(signal, async ({ put, change }) => {
    // Reads with a timeout: the blocks at the end of the content are unknown until it ends, so they were not
    // prefetched.
    const inHurry = { ...blocks, ...readerWithTimeout(blocks, signal) }
    const store = tree.recentWrites.over({ blocks: inHurry, signal, put })

    if (empty != null) {
      await store.put(before.cid, empty)
    }

    const link = await changeFile(before.cid, {
      ...store,
      chunker: settings.chunker,
      now,
      offset,
      size,
      content,
      rawLeaves: before.rawLeaves
    })

    await withMissingBlocks({ blocks: inHurry, signal }, async () =>
      await change(async (root, change) => {
        const inode = await openFile(root, path, options, change)

        if (!inode.link.cid.equals(before.cid)) {
          throw new Error(`${path} was changed by somebody else meanwhile`)
        }

        change.setFile(inode, { link, rawLeaves: before.rawLeaves })

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
