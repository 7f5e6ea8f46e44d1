/** Time for the browser to start the download, after which the Blob URL is revoked. */
const FORGET_AFTER_MS = 60_000

/**
 * Downloads bytes that only the page has. Call it during a click, because browsers ask the user about automatic
 * downloads.
 */
export function saveBytes (bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, FORGET_AFTER_MS)
}
