import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { encodeUtf8 } from '../../../go/text/utf8.ts'
import { encodeUnixfsNode } from '../../format/encode-unixfs-node.ts'
import type { Time } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { FileLink } from '../layout/file-nodes.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'

/**
 * Creates the node of a symlink. A symlink has an mtime, but never a mode (Kubo `core/coreunix/add.go`, `addSymlink`).
 */
export async function importSymlink (
  target: string,
  pipeline: BlockPipeline,
  options: { mtime?: Time } = {}
): Promise<{ link: Promise<Omit<FileLink, 'fileSize'>> }> {
  const bytes = encodeUtf8(target)
  const block = encodeUnixfsNode([], {
    type: UNIXFS_TYPE.symlink,
    data: { parts: [bytes], length: bytes.length },
    mtime: options.mtime
  })

  await pipeline.room(block.length)
  const link = pipeline.add(CODEC.dagPb, block).then((cid) => ({ cid, tsize: block.length, hasLinks: false }))
  link.catch(() => {}) // the pipeline records the failure

  return { link }
}
