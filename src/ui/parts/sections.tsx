import { consoleLink, exploreLink, filesLink, nodeLink } from '../lib/section.ts'
import type { Section } from '../lib/section.ts'
import { Icon } from './icon.tsx'

/** The sections of the page: links, so that each opens in a tab of its own too. On a phone they stand at the bottom. */
export function Sections ({ section }: { section: Section }) {
  return (
    <nav class='sections' aria-label='Sections'>
      <a href='#/' aria-current={section.is === 'kept' ? 'page' : undefined}><Icon of='add' />Add and keep</a>
      <a href={filesLink('/')} aria-current={section.is === 'files' ? 'page' : undefined}><Icon of='folder' />Files</a>
      <a href={exploreLink()} aria-current={section.is === 'explore' ? 'page' : undefined}><Icon of='explore' />Explore</a>
      <a href={nodeLink('peers')} aria-current={section.is === 'node' ? 'page' : undefined}><Icon of='node' />Node</a>
      <a href={consoleLink()} aria-current={section.is === 'console' ? 'page' : undefined}><Icon of='console' />Console</a>
    </nav>
  )
}
