import { pathParts } from './mfs-path.ts'

/**
 * The displayed section of the page. Each has a URL of its own, for the back button and links. Explore has a content
 * path, empty for none, and the path that the user came from.
 */
export type Section =
  | { is: 'files'; path: string }
  | { is: 'recent' | 'shared' | 'pinned' | 'bin' }
  | { is: 'explore'; path: string; of?: string }
  | { is: 'node'; part: NodePart }
  | { is: 'console'; line: string }

/** Sections of the library that have no path. */
export const LIBRARY_SECTIONS = ['recent', 'shared', 'pinned', 'bin'] as const

export type LibrarySection = typeof LIBRARY_SECTIONS[number]

/** Parts of the node section, in order. */
export const NODE_PARTS = ['peers', 'keys', 'storage', 'settings', 'log', 'report'] as const

export type NodePart = typeof NODE_PARTS[number]

const FILES = '#/files'
const EXPLORE = '#/explore'
const NODE = '#/node'
const CONSOLE = '#/console'

/** Section of the list of pins in earlier versions. */
const KEPT = '#/kept'

/** @param hash - fragment of the page's URL; an unknown one selects the root of Files */
export function readSection (hash: string): Section {
  if (isBelow(hash, NODE)) {
    const name = hash.slice(NODE.length + 1)
    return { is: 'node', part: NODE_PARTS.find((part) => part === name) ?? NODE_PARTS[0] }
  }

  if (isBelow(hash, CONSOLE)) {
    return { is: 'console', line: decoded(hash.slice(CONSOLE.length + 1)) }
  }

  if (isBelow(hash, FILES)) {
    return { is: 'files', path: `/${decodedParts(hash.slice(FILES.length)).join('/')}` }
  }

  const [place, query = ''] = hash.split(/\?(.*)/s)

  if (isBelow(place, EXPLORE)) {
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

/**
 * Returns the page's URL for exploring a content path; without one, that of the section.
 *
 * @param of - path of the content that it is a part of
 */
export function exploreLink (path = '', of?: string): string {
  return [EXPLORE, ...pathParts(path).map(encodeURIComponent)].join('/') +
    (of == null ? '' : `?${new URLSearchParams({ of })}`)
}

/** Returns the URL of a part of the node section. */
export function nodeLink (part: NodePart): string {
  return `${NODE}/${part}`
}

/** Returns the URL of the console, with an initial line. */
export function consoleLink (line = ''): string {
  return line === '' ? CONSOLE : `${CONSOLE}/${encodeURIComponent(line)}`
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
