/** A word as a POSIX shell reads it back: in single quotes where it has to be. */
export function quoteWord (text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`
}
