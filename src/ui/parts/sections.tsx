import { consoleLink, exploreLink, filesLink, nodeLink } from '../lib/section.ts'
import type { Section } from '../lib/section.ts'
import { t } from '../lib/t.ts'

/** The sections of the page: links, so that each opens in a tab of its own too. */
export function Sections ({ section }: { section: Section }) {
  return (
    <nav class='sections' aria-label={t('Sections')}>
      <a href='#/' aria-current={section.is === 'kept' ? 'page' : undefined}>{t('Add and keep')}</a>
      <a href={filesLink('/')} aria-current={section.is === 'files' ? 'page' : undefined}>{t('Files')}</a>
      <a href={exploreLink()} aria-current={section.is === 'explore' ? 'page' : undefined}>{t('Explore')}</a>
      <a href={nodeLink('peers')} aria-current={section.is === 'node' ? 'page' : undefined}>{t('Node')}</a>
      <a href={consoleLink()} aria-current={section.is === 'console' ? 'page' : undefined}>{t('Console')}</a>
    </nav>
  )
}
