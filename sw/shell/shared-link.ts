import { withBase, withoutBase } from '../scope/base-path.ts'

/** Path of a link to a shared item with its data in the path. Usually the data is in the fragment. */
const SHARED_LINK = /^\/(s\/.+)$/

/**
 * Redirects a tab that opens a link with its data in the path to the app, as the bootstrap does at a first visit.
 *
 * @returns undefined for any other request
 */
export function redirectSharedLink (
  { url, mode }: Pick<Request, 'url' | 'mode'>,
  origin: string
): Response | undefined {
  const { origin: to, pathname } = new URL(url)
  const [, link] = to === origin && mode === 'navigate' ? SHARED_LINK.exec(withoutBase(pathname)) ?? [] : []
  return link == null ? undefined : Response.redirect(`${origin}${withBase('/')}#/${link}`, 302)
}
