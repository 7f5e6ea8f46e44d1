/**
 * Go's `strings.TrimRight`: a text without these characters at its end. Does not use a regular expression, which would restart at each candidate, so that its time would grow with the square.
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
