/** A navigation has left its document, or decided that it is one within it, long before this. */
const URL_RESTORE_MS = 1000

/**
 * Loads the address of this page again, for a page that stands in until a worker can answer. Takes the place of this page in the
 * session history by a navigation that is no reload:
 *
 * - After `location.reload()` both documents belong to one history entry. Where the browser keeps the first in its back/forward
 *   cache (another `Cross-Origin-Opener-Policy` is enough), the person's next reload restores it in place of loading the address.
 * - A reload restores the scroll position, and so does not scroll to the fragment.
 *
 * A page that was itself reached by back, forward or reload is reloaded all the same: this keeps `history.state` and the scroll
 * position of the entry.
 *
 * @param isRestored - the page comes from the back/forward cache: its entry is replaced, or each reload would restore it again
 */
export function loadAgain ({ isRestored = false }: { isRestored?: boolean } = {}): void {
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

  // with a fragment, a navigation to the document's own URL only scrolls: leave from another URL
  history.replaceState(history.state, '', `${pathname}${search}${search === '' ? '?' : '&'}opening`)
  location.replace(href)
  // the document stays if the answer is a download
  setTimeout(() => { history.replaceState(history.state, '', href) }, URL_RESTORE_MS)
}
