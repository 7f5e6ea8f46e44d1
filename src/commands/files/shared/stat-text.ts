import { humanBytes } from '../../../go/text/human-bytes.ts'
import { MODE_DIR, MODE_SETGID, MODE_SETUID, MODE_STICKY, MODE_SYMLINK } from '../../../unixfs/format/file-mode.ts'
import type { StatOutput } from './stat-node.ts'

const NOT_SET = 'not set'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Formats the text output of `files/stat` (Kubo `core/commands/files.go`): replaces the placeholders in angle brackets.
 */
export function statText (stat: StatOutput, format: string): string {
  const { Hash, Size, CumulativeSize, Blocks, Type, WithLocality } = stat
  const mode = stat.Mode == null ? undefined : parseInt(stat.Mode, 8)
  const mtime = stat.Mtime == null || stat.Mtime <= 0n ? undefined : stat.Mtime

  const values: Record<string, string> = {
    hash: Hash,
    size: String(Size),
    cumulsize: String(CumulativeSize),
    childs: String(Blocks),
    type: Type,
    mode: mode == null ? NOT_SET : modeText(mode),
    'mode-octal': mode == null ? NOT_SET : `0${(mode & 0o777).toString(8)}`,
    mtime: mtime == null ? NOT_SET : timeText(mtime),
    'mtime-secs': mtime == null ? NOT_SET : String(mtime),
    'mtime-nsecs': mtime == null ? NOT_SET : String(stat.MtimeNsecs ?? 0)
  }

  const text = Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`<${name}>`, () => value), format)
  return `${text}\n${WithLocality === true ? localText(stat) : ''}`
}

/** Formats a mode as Go's `FileMode.String` in lower case: letters for the bits other than permissions, then these. */
function modeText (mode: number): string {
  const kinds = [
    [MODE_DIR, 'd'],
    [MODE_SYMLINK, 'l'],
    [MODE_SETUID, 'u'],
    [MODE_SETGID, 'g'],
    [MODE_STICKY, 't']
  ] as const
  const letters = kinds.filter(([bit]) => (mode & bit) !== 0).map(([, letter]) => letter).join('')
  const permissions = [...'rwxrwxrwx'].map((letter, i) => (mode & (0o400 >> i)) === 0 ? '-' : letter).join('')
  return (letters === '' ? '-' : letters) + permissions
}

function localText ({ SizeLocal = 0, CumulativeSize }: StatOutput): string {
  return `Local: ${humanBytes(SizeLocal)} of ${humanBytes(CumulativeSize)} (${
    (100 * SizeLocal / Number(CumulativeSize)).toFixed(2)
  }%)\n`
}

/** Formats a time as Go's `2 Jan 2006, 15:04:05 MST` in UTC. */
function timeText (secs: bigint): string {
  const date = new Date(Number(secs) * 1000)

  if (Number.isNaN(date.getTime())) {
    return String(secs)
  }

  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${String(date.getUTCFullYear()).padStart(4, '0')}, ${
    date.toISOString().slice(-'15:04:05.000Z'.length, -'.000Z'.length)
  } UTC`
}
