/** Quotes a word for a POSIX shell, in single quotes if necessary. */
export function quoteWord (text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
