import { consoleLink, exploreLink, filesLink, nodeLink } from '../../lib/links/section.ts'
import type { Section } from '../../lib/links/section.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/icon.tsx'

/** Navigation: links, so that sections can open in tabs. On a phone they are at the bottom. */
export function Sections ({ section }: { section: Section }) {
  return (
    <nav class='sections' aria-label={t('Sections')}>
      <a href='#/' aria-current={section.is === 'kept' ? 'page' : undefined}>
        <Icon of='add' />
        {t('Add and keep')}
      </a>
      <a href={filesLink('/')} aria-current={section.is === 'files' ? 'page' : undefined}>
        <Icon of='folder' />
        {t('Files')}
      </a>
      <a href={exploreLink()} aria-current={section.is === 'explore' ? 'page' : undefined}>
        <Icon of='explore' />
        {t('Explore')}
      </a>
      <a href={nodeLink('peers')} aria-current={section.is === 'node' ? 'page' : undefined}>
        <Icon of='node' />
        {t('Node')}
      </a>
      <a href={consoleLink()} aria-current={section.is === 'console' ? 'page' : undefined}>
        <Icon of='console' />
        {t('Console')}
      </a>
    </nav>
  )
}
