/** How long a browser may take to begin with it. */
const FORGET_AFTER_MS = 60_000

/** Has the browser save bytes that only the page has. Called in the click, since browsers ask who does so of themselves. */
export function saveBytes (bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => { URL.revokeObjectURL(link.href) }, FORGET_AFTER_MS)
}
