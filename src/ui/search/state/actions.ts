import { history, redo, undo } from '../../actions/state/dispatch.ts'
import { askFor } from '../../files/asked.ts'
import { pick } from '../../files/pick.ts'
import { LIBRARY_TITLES, NODE_PART_TITLES } from '../../lib/links/fixed-titles.ts'
import {
  consoleLink,
  exploreLink,
  filesLink,
  LIBRARY_SECTIONS,
  libraryLink,
  NODE_PARTS,
  nodeLink
} from '../../lib/links/section.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import type { IconName } from '../../page/controls/icon.tsx'
import { developerMode, setDeveloperMode } from '../../page/state/developer-mode.ts'
import type { SearchHit } from '../lib/search-hit.ts'

const LIBRARY_ICONS = { recent: 'recent', shared: 'share', pinned: 'pin', bin: 'bin' } as const
const NODE_ICONS = {
  peers: 'peers',
  keys: 'names',
  storage: 'storage',
  settings: 'settings',
  log: 'list',
  report: 'info'
} as const

/** Actions of the page, as hits in the current language. */
export function actionHits (): SearchHit[] {
  return [
    action('upload', 'upload', t('Upload files'), () => {
      pick('files')
    }),
    action('upload-folder', 'uploadFolder', t('Upload folder'), () => {
      pick('folder')
    }),
    action('new-folder', 'newFolder', t('New folder'), () => {
      askFor({ is: 'folder' })
    }),
    action('from-ipfs', 'content', t('From IPFS…'), () => {
      askFor({ is: 'content', initial: '' })
    }),
    action('car', 'car', t('Import CAR'), () => {
      pick('cars')
    }),
    ...history.value.done.length > 0 ? [action('undo', 'undo', t('Undo'), undo)] : [],
    ...history.value.undone.length > 0 ? [action('redo', 'restore', t('Redo'), redo)] : [],
    place('folder', words('Files'), filesLink('/')),
    ...LIBRARY_SECTIONS.map((name) => place(LIBRARY_ICONS[name], LIBRARY_TITLES[name], libraryLink(name))),
    ...NODE_PARTS.map((part) => place(NODE_ICONS[part], NODE_PART_TITLES[part], nodeLink(part))),
    place('explore', words('Explore'), exploreLink()),
    place('console', words('Console'), consoleLink()),
    action(
      'developer',
      'code',
      developerMode.value ? t('Turn off developer mode') : t('Turn on developer mode'),
      () => {
        setDeveloperMode(!developerMode.value)
      }
    )
  ]
}

function action (key: string, icon: IconName, title: string, run: () => unknown): SearchHit {
  return {
    key,
    icon,
    title,
    run: () => {
      void run()
    }
  }
}

/** A section that can be opened. */
function place (icon: IconName, name: Words, href: string): SearchHit {
  return { key: href, icon, title: t('Open {section}', { section: t(name) }), href }
}
