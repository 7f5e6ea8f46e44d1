/** Piece size: small enough for a fast layout, large enough for few pieces. */
const PIECE_CHARS = 8192

/**
 * Splits a long text at line ends, so that a browser lays out only the visible pieces. A line that is longer than a
 * piece is a piece of its own.
 *
 * @returns the pieces, without the line end between two of them
 */
export function textPieces (text: string): string[] {
  const pieces: string[] = []
  let start = 0

  while (text.length - start > PIECE_CHARS) {
    const end = text.indexOf('\n', start + PIECE_CHARS)
    if (end === -1) {
      break
    }
    pieces.push(text.slice(start, end))
    start = end + 1
  }

  return [...pieces, text.slice(start)]
}
