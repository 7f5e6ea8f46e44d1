import type { Grant } from '../../../bridge/answering/grant.ts'
import { readGrants, removeGrant, watchGrants } from '../../../bridge/answering/grants.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

/** The grants of other sites; no list until it was read. */
export const siteGrants = new Store<{ list?: readonly Grant[]; problem?: PlainError }>({})

/**
 * Keeps the list up to date.
 *
 * @returns a function that ends it
 */
export function followSiteGrants (): () => void {
  void readSiteGrants()
  return watchGrants(() => {
    void readSiteGrants()
  })
}

/** Revokes the grant of a site. Its open connections end at once. */
export async function revokeSite (origin: string): Promise<void> {
  try {
    await removeGrant(origin)
    announceNews(t('{site} no longer has access.', { site: origin }))
  } catch (err) {
    siteGrants.patch({ problem: plainError(err) })
  }
  await readSiteGrants()
}

async function readSiteGrants (): Promise<void> {
  try {
    await whenReady()
    siteGrants.set({ list: await readGrants() })
  } catch (err) {
    siteGrants.patch({ problem: plainError(err) })
  }
}
