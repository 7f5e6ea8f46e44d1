import { filesLink } from '../lib/section.ts'
import type { Section } from '../lib/section.ts'

/** The sections of the page: links, so that each opens in a tab of its own too. */
export function Sections ({ section }: { section: Section }) {
  return (
    <nav class='sections' aria-label='Sections'>
      <a href='#/' aria-current={section.is === 'kept' ? 'page' : undefined}>Add and keep</a>
      <a href={filesLink('/')} aria-current={section.is === 'files' ? 'page' : undefined}>Files</a>
    </nav>
  )
}
