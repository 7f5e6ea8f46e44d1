import { shownName } from '../text/shown-name.ts'
import { t, words } from '../text/t.ts'
import type { Words } from '../text/t.ts'
import { pathParts } from './mfs-path.ts'
import { readReceivedLink } from './received-link.ts'
import type { LibrarySection, NodePart, Section } from './section.ts'

/** Titles of the parts of the node section. */
export const NODE_PART_TITLES: Record<NodePart, Words> = {
  peers: words('Peers'),
  keys: words('Keys and names'),
  storage: words('Storage'),
  settings: words('Settings'),
  log: words('Log'),
  report: words('Report')
}

/** Titles of the sections of the library that have no path. */
export const LIBRARY_TITLES: Record<LibrarySection, Words> = {
  recent: words('Recent'),
  shared: words('Shared'),
  pinned: words('Pinned'),
  bin: words('Bin')
}

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
