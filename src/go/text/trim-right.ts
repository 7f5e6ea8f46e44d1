/**
 * Go's `strings.TrimRight`: a text without these characters at its end. Not by a regular expression, which begins anew
 * at each of very many that something else follows, so that its time grows with the square.
 *
 * @param cutset - single UTF-16 units
 */
export function trimRight (text: string, cutset: string): string {
  let end = text.length

  while (end > 0 && cutset.includes(text[end - 1])) {
    end--
  }

  return text.slice(0, end)
}
