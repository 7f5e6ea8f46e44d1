import { consoleLink, exploreLink, filesLink, nodeLink } from '../lib/section.ts'
import type { Section } from '../lib/section.ts'

/** The sections of the page: links, so that each opens in a tab of its own too. */
export function Sections ({ section }: { section: Section }) {
  return (
    <nav class='sections' aria-label='Sections'>
      <a href='#/' aria-current={section.is === 'kept' ? 'page' : undefined}>Add and keep</a>
      <a href={filesLink('/')} aria-current={section.is === 'files' ? 'page' : undefined}>Files</a>
      <a href={exploreLink()} aria-current={section.is === 'explore' ? 'page' : undefined}>Explore</a>
      <a href={nodeLink('peers')} aria-current={section.is === 'node' ? 'page' : undefined}>Node</a>
      <a href={consoleLink()} aria-current={section.is === 'console' ? 'page' : undefined}>Console</a>
    </nav>
  )
}
