import { MODE_DIR, MODE_SETGID, MODE_SETUID, MODE_STICKY, MODE_SYMLINK } from '../../unixfs/format/file-mode.ts'

/** Formats a Go file mode like `ls -l`, for example `-rw-r--r--`. UnixFS has only files, directories and symlinks. */
export function modeText (mode: number): string {
  const has = (bit: number): boolean => (mode & bit) !== 0
  const other = has(MODE_SYMLINK) ? 'l' : '-'

  return (has(MODE_DIR) ? 'd' : other) +
    modeTriple(mode >> 6, has(MODE_SETUID), 's') +
    modeTriple(mode >> 3, has(MODE_SETGID), 's') +
    modeTriple(mode, has(MODE_STICKY), 't')
}

/**
 * Formats the permissions of one class.
 *
 * @param special - the letter that replaces `x`; a capital if `x` is not set
 */
function modeTriple (bits: number, isSpecial: boolean, special: string): string {
  const [set, unset] = isSpecial ? [special, special.toUpperCase()] : ['x', '-']
  const last = (bits & 1) === 0 ? unset : set
  return `${(bits & 4) === 0 ? '-' : 'r'}${(bits & 2) === 0 ? '-' : 'w'}${last}`
}
