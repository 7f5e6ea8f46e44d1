/** Time after which a navigation has certainly left its document, or stayed within it. */
const URL_RESTORE_MS = 1000

/**
 * Loads the address of this page again, for a page that is shown until a worker can answer. Replaces this page in the
 * session history by a navigation that is no reload:
 *
 * - After `location.reload()` both documents belong to one history entry. If the browser keeps the first in its
 *   back/forward cache (another `Cross-Origin-Opener-Policy` is enough), the user's next reload restores it instead of
 *   loading the address.
 * - A reload restores the scroll position, and does not scroll to the fragment.
 *
 * A page that was itself reached by back, forward or reload is reloaded: this keeps `history.state` and the scroll
 * position of the entry.
 *
 * @param isRestored - whether the page was restored from the back/forward cache: its entry is replaced, or each reload
 *   would restore it again
 */
export function reloadPage ({ isRestored = false }: { isRestored?: boolean } = {}): void {
  const [navigation] = performance.getEntriesByType('navigation') as Array<PerformanceNavigationTiming | undefined>

  if (!isRestored && (navigation?.type === 'reload' || navigation?.type === 'back_forward')) {
    location.reload()
    return
  }

  const { href, hash, pathname, search } = location

  if (hash === '') {
    location.replace(href)
    return
  }

  // With a fragment, a navigation to the document's own URL only scrolls, so change the URL first.
  history.replaceState(history.state, '', `${pathname}${search}${search === '' ? '?' : '&'}opening`)
  location.replace(href)
  // The document stays if the answer is a download.
  setTimeout(() => {
    history.replaceState(history.state, '', href)
  }, URL_RESTORE_MS)
}
