import { DAG_PB } from './cid-builder.ts'
import { encodeUnixfsNode } from '../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../format/unixfs-data.ts'
import type { BlockPipeline } from './block-pipeline.ts'
import type { Time } from '../format/stat.ts'
import type { CID } from 'multiformats/cid'

/** Makes the node of a symlink. It keeps a time, but never a mode (Kubo `core/coreunix/add.go`, `addSymlink`). */
export async function importSymlink (target: string, pipeline: BlockPipeline, options: { mtime?: Time } = {}): Promise<{ link: Promise<{ cid: CID, tsize: number }> }> {
  const bytes = new TextEncoder().encode(target)
  const block = encodeUnixfsNode([], { type: UNIXFS_TYPE.symlink, data: { parts: [bytes], length: bytes.length }, mtime: options.mtime })

  await pipeline.room(block.length)
  const link = pipeline.add(DAG_PB, block).then((cid) => ({ cid, tsize: block.length }))
  link.catch(() => {}) // the pipeline keeps the failure

  return { link }
}
