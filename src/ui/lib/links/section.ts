import { pathParts } from './mfs-path.ts'

/**
 * The displayed section of the page. Each has a URL of its own, for the back button and links. Explore has a content
 * path, empty for none, and the path that the user came from. `view` is the file that the viewer shows over the section,
 * `find` the text that filters the settings. `received` is a link from another person, with the names of the entry of a
 * folder that is shown.
 */
export type Section =
  | { is: 'files'; path: string; view?: string }
  | { is: 'pinned'; view?: ViewedContent }
  | { is: 'recent' | 'shared' | 'bin' }
  | { is: 'explore'; path: string; of?: string }
  | { is: 'node'; part: NodePart; find?: string }
  | { is: 'console'; line: string }
  | { is: 'received'; link: string; inside: readonly string[] }

/** Sections of the library that have no path. */
export const LIBRARY_SECTIONS = ['recent', 'shared', 'pinned', 'bin'] as const

export type LibrarySection = typeof LIBRARY_SECTIONS[number]
/** A file without a place in Files: its content path, and its name if the path ends with a CID. */
export interface ViewedContent {
  path: string
  name?: string | undefined
}

/** Parts of the node section, in order. */
export const NODE_PARTS = ['peers', 'keys', 'storage', 'settings', 'log', 'report'] as const

export type NodePart = typeof NODE_PARTS[number]

const FILES = '#/files'
const PINNED = '#/pinned'
const EXPLORE = '#/explore'
const NODE = '#/node'
const CONSOLE = '#/console'

const RECEIVED = '#/s'

/** Links to shared items of earlier versions. */
const OLD_RECEIVED = /^#(?:open|at)=/

/** Section of the list of pins in earlier versions. */
const KEPT = '#/kept'

/** @param hash - fragment of the page's URL; an unknown one selects the root of Files */
export function readSection (hash: string): Section {
  if (isBelow(hash, NODE)) {
    const [name, query = ''] = hash.slice(NODE.length + 1).split(/\?(.*)/s)
    const find = new URLSearchParams(query).get('find')
    return {
      is: 'node',
      part: NODE_PARTS.find((part) => part === name) ?? NODE_PARTS[0],
      ...find == null ? {} : { find }
    }
  }

  if (isBelow(hash, CONSOLE)) {
    return { is: 'console', line: decoded(hash.slice(CONSOLE.length + 1)) }
  }

  if (isBelow(hash, RECEIVED) || OLD_RECEIVED.test(hash)) {
    return receivedSection(hash)
  }

  const [place, query = ''] = hash.split(/\?(.*)/s)

  if (isBelow(place, FILES)) {
    return filesSection(decodedParts(place.slice(FILES.length)), new URLSearchParams(query))
  }

  if (isBelow(place, PINNED)) {
    return pinnedSection(decodedParts(place.slice(PINNED.length)), new URLSearchParams(query))
  }

  if (isBelow(place, EXPLORE)) {
    const visit = new URLSearchParams(query).get('visit')
    if (visit != null) {
      const address = place.slice(EXPLORE.length) + visit
      return { is: 'received', link: `#${new URLSearchParams({ visit: address })}`, inside: [] }
    }
    const parts = decodedParts(place.slice(EXPLORE.length))
    const of = new URLSearchParams(query).get('of')
    return { is: 'explore', path: parts.length === 0 ? '' : `/${parts.join('/')}`, ...of == null ? {} : { of } }
  }

  if (place === KEPT) {
    return { is: 'pinned' }
  }

  const library = LIBRARY_SECTIONS.find((name) => place === libraryLink(name))
  return library == null ? { is: 'files', path: '/' } : { is: library }
}

/** Returns the page's URL of a section of the library. */
export function libraryLink (section: LibrarySection): string {
  return `#/${section}`
}

/** Returns the page's URL of an MFS folder; that of the root is the start page. */
export function filesLink (path: string): string {
  return path === '/' ? '#/' : [FILES, ...pathParts(path).map(encodeURIComponent)].join('/')
}

/** Returns the page's URL of a file in Files, opened in the viewer over its folder. */
export function viewLink (path: string): string {
  return `${filesLink(path)}?view`
}

/** Returns the page's URL of a file without a place in Files, opened in the viewer. */
export function viewContentLink ({ path, name }: ViewedContent): string {
  return [PINNED, ...pathParts(path).slice(1).map(encodeURIComponent)].join('/') +
    (name == null ? '?view' : `?view&${new URLSearchParams({ name })}`)
}

/**
 * Returns the page's URL for exploring a content path; without one, that of the section.
 *
 * @param of - path of the content that it is a part of
 */
export function exploreLink (path = '', of?: string): string {
  return [EXPLORE, ...pathParts(path).map(encodeURIComponent)].join('/') +
    (of == null ? '' : `?${new URLSearchParams({ of })}`)
}

/**
 * Returns the page's URL of an entry of a shared folder.
 *
 * @param link - fragment of the link to the folder
 * @param inside - names of the entry and of the folders that it is in
 */
export function receivedLink (link: string, inside: readonly string[]): string {
  const names = inside.map((name) => `/${encodeURIComponent(name)}`).join('')
  return names === '' || link.startsWith(RECEIVED) ? link + names : `${link}#${names}`
}

/** Returns the URL of a part of the node section. */
export function nodeLink (part: NodePart): string {
  return `${NODE}/${part}`
}

/** Returns the URL of a setting of the node. */
export function settingLink (key: string): string {
  return `${nodeLink('settings')}?${new URLSearchParams({ find: key })}`
}

/** Returns the URL of the console, with an initial line. */
export function consoleLink (line = ''): string {
  return line === '' ? CONSOLE : `${CONSOLE}/${encodeURIComponent(line)}`
}

function filesSection (names: string[], query: URLSearchParams): Section {
  const view = query.has('view') ? names.at(-1) : undefined
  return view == null
    ? { is: 'files', path: `/${names.join('/')}` }
    : { is: 'files', path: `/${names.slice(0, -1).join('/')}`, view }
}

function pinnedSection (names: string[], query: URLSearchParams): Section {
  const name = query.get('name')
  return names.length === 0 || !query.has('view')
    ? { is: 'pinned' }
    : { is: 'pinned', view: { path: `/ipfs/${names.join('/')}`, ...name == null ? {} : { name } } }
}

function receivedSection (hash: string): Section {
  // Links of earlier versions have no slash after the query begins; the names of an entry follow a second `#`.
  const [, link, names] = /^(#\/s\/[^/]*|#(?!\/)[^#]*)(.*)$/s.exec(hash) ?? ['', hash, '']
  return { is: 'received', link, inside: decodedParts(names.replace(/^#/, '')) }
}

function isBelow (hash: string, section: string): boolean {
  return hash === section || hash.startsWith(`${section}/`)
}

/** @returns an empty list if the escapes are invalid: the page never creates such a URL */
function decodedParts (path: string): string[] {
  try {
    return pathParts(path).map(decodeURIComponent)
  } catch {
    return []
  }
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // `consoleLink` never creates such a URL.
  }
}
