/**
 * Removes these characters from the end of a text, like Go's `strings.TrimRight`. Does not use a regular expression,
 * which would restart at each candidate and take quadratic time.
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
