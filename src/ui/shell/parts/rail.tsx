import { useEffect, useState } from 'preact/hooks'
import { LIBRARY_TITLES, NODE_PART_TITLES } from '../../lib/links/fixed-titles.ts'
import {
  consoleLink,
  exploreLink,
  filesLink,
  LIBRARY_SECTIONS,
  libraryLink,
  nodeLink
} from '../../lib/links/section.ts'
import type { NodePart, Section } from '../../lib/links/section.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import type { IconName } from '../../page/controls/icon.tsx'

/** Navigation: links, so that sections can open in tabs. On a phone those of the library are at the bottom. */
export function Rail ({ section }: { section: Section }) {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    setOpen(false)
  }, [section])

  return (
    <nav class='rail' aria-label={t('Sections')} data-open={isOpen}>
      <ul>
        <Item href={filesLink('/')} icon='folder' text={t('Files')} isShown={section.is === 'files'} />
        {LIBRARY_SECTIONS.map((name) => (
          <Item
            key={name}
            href={libraryLink(name)}
            icon={LIBRARY_ICONS[name]}
            text={t(LIBRARY_TITLES[name])}
            isShown={section.is === name}
          />
        ))}
      </ul>
      <button
        type='button'
        class='rail-node quiet'
        aria-expanded={isOpen}
        aria-controls='rail-node'
        onClick={() => {
          setOpen(!isOpen)
        }}
      >
        <Icon of='node' />
        <span>{t('Node')}</span>
      </button>
      <p class='rail-title' aria-hidden='true'>{t('Node')}</p>
      <ul id='rail-node' aria-label={t('Node')}>
        <Part part='peers' icon='peers' section={section} />
        <Part part='keys' icon='names' section={section} />
        <Part part='storage' icon='storage' section={section} />
        <Item href={exploreLink()} icon='explore' text={t('Explore')} isShown={section.is === 'explore'} />
        <Item href={consoleLink()} icon='console' text={t('Console')} isShown={section.is === 'console'} />
        <Part part='settings' icon='settings' section={section} />
      </ul>
    </nav>
  )
}

const LIBRARY_ICONS = { recent: 'recent', shared: 'share', pinned: 'pin', bin: 'bin' } as const

function Part ({ part, icon, section }: { part: NodePart; icon: IconName; section: Section }) {
  const isShown = section.is === 'node' && section.part === part
  const text = part === 'keys' ? t('Names') : t(NODE_PART_TITLES[part])
  return <Item href={nodeLink(part)} icon={icon} text={text} isShown={isShown} />
}

function Item ({ href, icon, text, isShown }: { href: string; icon: IconName; text: string; isShown: boolean }) {
  return (
    <li>
      <a href={href} title={text} aria-current={isShown ? 'page' : undefined}>
        <Icon of={icon} />
        <span>{text}</span>
      </a>
    </li>
  )
}
