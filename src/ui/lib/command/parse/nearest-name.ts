/** Returns the most similar name, for "did you mean"; undefined if none is similar. */
export function nearestName (text: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({
    name,
    away: name.startsWith(text) && text.length > 1 ? 1 : distance(text, name)
  })).sort((a, b) => a.away - b.away)
  const [best] = ranked
  return best != null && best.away <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
}

/**
 * Returns the edit distance: changed, inserted, removed and transposed letters (Damerau-Levenshtein, optimal string
 * alignment).
 */
function distance (a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)]

  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i]

    for (let j = 1; j <= b.length; j++) {
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
        ? rows[i - 2][j - 2] + 1
        : Infinity
      rows[i][j] = Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
        exchanged
      )
    }
  }

  return rows[a.length][b.length]
}
