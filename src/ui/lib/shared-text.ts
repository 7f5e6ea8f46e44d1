import { contentPath } from './content-path.ts'
import { readAddress } from './read-address.ts'
import { readSharedLink, sharedLink } from './shared-link.ts'
import { t } from './t.ts'

/**
 * What words that were shared are: a link to content, or a note. Systems put a link in whichever of the fields they like.
 *
 * @returns the content path that is in them (and where the link leads to a node that has it, the same link into this page), or the words as a text file; neither of no words
 */
export function sharedText ({ title, text, url }: { title: string, text: string, url: string }): { path?: string, meets?: string, note?: File } {
  const parts = [url, text, title, ...text.split(/\s+/)]
  const path = parts.map(contentPath).find((path) => path != null)

  if (path != null) {
    return { path }
  }

  // links into a page like this one
  for (const link of parts.filter((part) => /^https?:[^#]*#/.test(part))) {
    const address = readAddress(link)
    const shared = readSharedLink(link.slice(link.indexOf('#')))
    if (address.is === 'content') return { path: address.path, ...shared == null ? {} : { meets: sharedLink('', shared) } }
  }

  const words = [title, text, url].filter((part) => part !== '').join('\n')
  return words === '' ? {} : { note: new File([words], `${title.replaceAll('/', '-').trim() || t('Shared text')}.txt`, { type: 'text/plain' }) }
}
