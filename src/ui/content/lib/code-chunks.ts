import type { CodeToken } from '../../lib/background/highlight-lines.ts'

/** A displayed line, or a part of a very long one. */
export interface CodeRow {
  /** index of the line in the text; undefined for the continuation of a long line */
  line: number | undefined
  tokens: readonly CodeToken[]
  /** whether the line ends with it */
  isEnd: boolean
}

/** Rows that are rendered and laid out together. */
export type CodeChunk = readonly CodeRow[]

/** Limits of a chunk: small enough for a fast layout. */
const MAX_ROWS = 50
const MAX_CHARS = 4096

/** Groups lines into chunks. A line that is longer than a chunk continues in the next ones. */
export function codeChunks (lines: ReadonlyArray<readonly CodeToken[]>): CodeChunk[] {
  const chunks: CodeRow[][] = []
  let rows: CodeRow[] = []
  let chars = 0

  function add (row: CodeRow, length: number): void {
    if (rows.length > 0 && (rows.length === MAX_ROWS || chars + length > MAX_CHARS)) {
      chunks.push(rows)
      rows = []
      chars = 0
    }
    rows.push(row)
    chars += length
  }

  lines.forEach((tokens, line) => {
    cut(tokens).forEach(({ tokens, chars }, i, { length }) => {
      add({ line: i === 0 ? line : undefined, tokens, isEnd: i === length - 1 }, chars)
    })
  })

  return rows.length === 0 ? chunks : [...chunks, rows]
}

/** Splits a line into parts of at most `MAX_CHARS`. */
function cut (tokens: readonly CodeToken[]): Array<{ tokens: CodeToken[]; chars: number }> {
  const parts = [{ tokens: [] as CodeToken[], chars: 0 }]

  for (const token of tokens) {
    const text = typeof token === 'string' ? token : token[0]

    for (let at = 0; at < text.length;) {
      const room = MAX_CHARS - parts.at(-1)!.chars
      if (room === 0) {
        parts.push({ tokens: [], chars: 0 })
        continue
      }
      const piece = text.slice(at, at + room)
      const part = parts.at(-1)!
      part.tokens.push(typeof token === 'string' ? piece : [piece, token[1]])
      part.chars += piece.length
      at += piece.length
    }
  }

  return parts
}
