import { shownName } from '../text/shown-name.ts'
import { t } from '../text/t.ts'
import { LIBRARY_TITLES, NODE_PART_TITLES } from './fixed-titles.ts'
import { pathParts } from './mfs-path.ts'
import { readReceivedLink } from './received-link.ts'
import type { Section } from './section.ts'

/**
 * Returns the document title of a section. Tabs, the history and screen readers distinguish sections by it (WCAG 2.2,
 * 2.4.2).
 */
export function sectionTitle (section: Section): string {
  return [...placeOf(section), 'swipfs'].join(' · ')
}

function placeOf (section: Section): string[] {
  switch (section.is) {
    case 'pinned':
      return [
        ...section.view == null ? [] : [shownName(section.view.name ?? pathParts(section.view.path).at(-1)!)],
        t(LIBRARY_TITLES.pinned)
      ]
    case 'files':
      return [...section.view == null ? [] : [shownName(section.view)], ...lastOf(section.path), t('Files')]
    case 'explore':
      return [...lastOf(section.path), t('Explore')]
    case 'node':
      return [t(NODE_PART_TITLES[section.part]), t('Node')]
    case 'console':
      return [t('Console')]
    case 'received':
      return [...receivedName(section), t('Shared with you')]
    default:
      return [t(LIBRARY_TITLES[section.is])]
  }
}

function receivedName ({ link, inside }: Extract<Section, { is: 'received' }>): string[] {
  const name = inside.at(-1) ?? readReceivedLink(link)?.name
  return name == null ? [] : [shownName(name)]
}

function lastOf (path: string): string[] {
  return pathParts(path).slice(-1).map(shownName)
}
