import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { UnixfsData } from './unixfs-data.ts'

// bits of Go's os.FileMode
export const MODE_DIR = 0x80000000
export const MODE_SYMLINK = 0x08000000
export const MODE_SETUID = 0x00800000
export const MODE_SETGID = 0x00400000
export const MODE_STICKY = 0x00100000

/**
 * Returns the mode of a UnixFS node as Go's `os.FileMode`; 0 if it has none (boxo `FSNode.Mode`,
 * `files.UnixPermsToModePerms`).
 */
export function fileMode ({ type, mode = 0 }: UnixfsData): number {
  const permissions = mode & 0xfff

  if (permissions === 0) {
    return 0
  }

  let out = permissions & 0o777
  if ((permissions & 0o4000) !== 0) {
    out += MODE_SETUID
  }
  if ((permissions & 0o2000) !== 0) {
    out += MODE_SETGID
  }
  if ((permissions & 0o1000) !== 0) {
    out += MODE_STICKY
  }
  if (type === UNIXFS_TYPE.directory || type === UNIXFS_TYPE.hamtShard) {
    out += MODE_DIR
  }
  if (type === UNIXFS_TYPE.symlink) {
    out += MODE_SYMLINK
  }
  return out
}
