/** Limit of stored lines. */
const MAX_LINES = 200

/** Returns the history with a line appended. An equal earlier line moves to the end. */
export function withLine (history: readonly string[], line: string): string[] {
  return [...history.filter((other) => other !== line), line].slice(-MAX_LINES)
}

/** Parses the history from the page's storage; empty if it is not a list of texts. */
export function readHistory (text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value)
      ? value.filter((line): line is string => typeof line === 'string').slice(-MAX_LINES)
      : []
  } catch {
    return []
  }
}
