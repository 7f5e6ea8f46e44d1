import { contentPath } from './content-path.ts'
import { t } from './t.ts'

/**
 * What words that were shared are: a link to content, or a note. Systems put a link in whichever of the fields they like.
 *
 * @returns the content path that is in them, or the words as a text file; neither of no words
 */
export function sharedText ({ title, text, url }: { title: string, text: string, url: string }): { path?: string, note?: File } {
  const path = [url, text, title, ...text.split(/\s+/)].map(contentPath).find((path) => path != null)

  if (path != null) {
    return { path }
  }

  const words = [title, text, url].filter((part) => part !== '').join('\n')
  return words === '' ? {} : { note: new File([words], `${title.replaceAll('/', '-').trim() || t('Shared text')}.txt`, { type: 'text/plain' }) }
}
