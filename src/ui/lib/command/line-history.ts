/** Lines that are remembered. */
const MAX_LINES = 200

/** With a line at its end; one that was there before moves. */
export function withLine (history: readonly string[], line: string): string[] {
  return [...history.filter((other) => other !== line), line].slice(-MAX_LINES)
}

/** Lines as they were kept in the page's storage; none of what is no list of texts. */
export function readHistory (text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((line): line is string => typeof line === 'string').slice(-MAX_LINES) : []
  } catch {
    return []
  }
}
