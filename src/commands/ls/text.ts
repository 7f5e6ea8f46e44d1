import { escapeNonPrint } from '../../go/text/quote.ts'
import { tabColumns } from '../../go/text/tab-columns.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { modeText } from '../shared/mode-text.ts'
import type { LsLink, LsOutput } from './links.ts'
import { modTimeText } from './mod-time-text.ts'

export interface LsTextOptions {
  headers?: boolean
  size: boolean
  stream?: boolean
  long?: boolean
  /** whether the listings have titles */
  severalPaths: boolean
}

/** Minimum column width for streams, because their final widths are unknown; Kubo's guess. */
const STREAM_MIN_WIDTH = 10

/** Formats a listing like the command line (Kubo `core/commands/ls.go`, `tabularOutput`). */
export function lsText ({ Objects }: LsOutput, options: LsTextOptions): string {
  const lines: string[][] = []

  for (const [i, { Hash, Links }] of Objects.entries()) {
    // A stream has one object per entry, so the start of a listing is unknown here.
    if (options.stream !== true && Hash !== Objects[i - 1]?.Hash) {
      lines.push(...titleRows(Hash, i > 0, options))
    }

    lines.push(...Links.map((link) => linkRow(link, options)))
  }

  return tabColumns(lines, options.stream === true ? STREAM_MIN_WIDTH : 1)
}

function titleRows (
  hash: string,
  behindOther: boolean,
  { headers, size, long, severalPaths }: LsTextOptions
): string[][] {
  const lines: string[][] = []

  if (severalPaths) {
    lines.push(...(behindOther ? [['']] : []), [`${hash}:`])
  }

  if (headers === true) {
    lines.push(rowColumns('Mode', 'Hash', 'Size', 'ModTime', 'Name', { size, long }))
  }

  return lines
}

function linkRow ({ Name, Hash, Size, Type, Mode, ModTime }: LsLink, options: LsTextOptions): string[] {
  const directory = Type === UNIXFS_TYPE.directory
  const name = escapeNonPrint(Name)
  const mode = Mode === 0 ? '-' : modeText(Mode)
  return rowColumns(
    mode,
    Hash,
    directory ? '-' : String(Size),
    options.long === true ? modTimeText(ModTime) : '',
    directory ? `${name}/` : name,
    options
  )
}

function rowColumns (
  mode: string,
  hash: string,
  size: string,
  modTime: string,
  name: string,
  options: { size: boolean; long?: boolean }
): string[] {
  const long = options.long === true
  return [...(long ? [mode] : []), hash, ...(options.size ? [size] : []), ...(long ? [modTime] : []), name]
}
