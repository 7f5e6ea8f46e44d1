import { MODE_DIR, MODE_SETGID, MODE_SETUID, MODE_STICKY, MODE_SYMLINK } from '../../unixfs/format/file-mode.ts'

/** A Go file mode as `ls -l` shows it, such as `-rw-r--r--`. UnixFS knows no other kinds than files, directories and symlinks. */
export function modeText (mode: number): string {
  const has = (bit: number): boolean => (mode & bit) !== 0
  const kind = has(MODE_DIR) ? 'd' : has(MODE_SYMLINK) ? 'l' : '-'

  return kind +
    triple(mode >> 6, has(MODE_SETUID), 's') +
    triple(mode >> 3, has(MODE_SETGID), 's') +
    triple(mode, has(MODE_STICKY), 't')
}

/** @param special - the letter that takes the place of `x`; as a capital where there is no `x` */
function triple (bits: number, isSpecial: boolean, special: string): string {
  const execute = (bits & 1) !== 0
  const last = isSpecial ? (execute ? special : special.toUpperCase()) : (execute ? 'x' : '-')
  return `${(bits & 4) === 0 ? '-' : 'r'}${(bits & 2) === 0 ? '-' : 'w'}${last}`
}
