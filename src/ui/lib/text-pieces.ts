/** Small enough to be put in lines in a moment, large enough that there are few. */
const PIECE_CHARS = 8192

/**
 * A long text in pieces that end where lines end, for a browser to look only at those that are seen. A line that is longer than a piece
 * is a piece by itself.
 *
 * @returns the pieces; between two of them one line end is left out
 */
export function textPieces (text: string): string[] {
  const pieces: string[] = []
  let start = 0

  while (text.length - start > PIECE_CHARS) {
    const end = text.indexOf('\n', start + PIECE_CHARS)
    if (end === -1) break
    pieces.push(text.slice(start, end))
    start = end + 1
  }

  return [...pieces, text.slice(start)]
}
