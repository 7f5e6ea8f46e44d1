import { contentPath } from '../../lib/links/content-path.ts'
import { readReceivedLink } from '../../lib/links/received-link.ts'
import { t } from '../../lib/text/t.ts'
import { readAddress } from './read-address.ts'

/**
 * Finds a content link or a note in shared text. Systems put a link into any of the fields.
 *
 * @returns the content path (and if the link names a node that has it, `meets`, the same link into this page), or the
 *   text as a file; neither for an empty text
 */
export function sharedText (
  { title, text, url }: { title: string; text: string; url: string }
): { path?: string; meets?: string; note?: File } {
  const parts = [url, text, title, ...text.split(/\s+/)]
  const path = parts.map(contentPath).find((path) => path != null)

  if (path != null) {
    return { path }
  }

  // Links into a page of this app.
  for (const link of parts.filter((part) => /^https?:[^#]*#/.test(part))) {
    const address = readAddress(link)
    const fragment = link.slice(link.indexOf('#'))
    if (address.is === 'content') {
      return { path: address.path, ...readReceivedLink(fragment) == null ? {} : { meets: fragment } }
    }
  }

  const words = [title, text, url].filter((part) => part !== '').join('\n')
  return words === ''
    ? {}
    : {
      note: new File([words], `${title.replaceAll('/', '-').trim() || t('Shared text')}.txt`, { type: 'text/plain' })
    }
}
