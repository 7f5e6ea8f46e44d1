import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'

const NSECS_PER_MS = 1e6

/** Returns the modification time of a UnixFS 1.5 node, in milliseconds since 1970; undefined if it has none. */
export function modifiedMs ({ mtime }: UnixfsNode): number | undefined {
  return mtime == null ? undefined : Number(mtime.secs) * 1000 + Math.floor(mtime.nsecs / NSECS_PER_MS)
}
