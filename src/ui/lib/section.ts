import { pathParts } from './mfs-path.ts'

/**
 * What of the page is shown: each has an address of its own, so that the back button and links lead to it. Of what is explored: its
 * content path, empty for none, and the path of what one came from.
 */
export type Section =
  | { is: 'kept' }
  | { is: 'files', path: string }
  | { is: 'explore', path: string, of?: string }
  | { is: 'node', part: NodePart }
  | { is: 'console', line: string }

/** Parts of the section about the node, in their order. */
export const NODE_PARTS = ['peers', 'keys', 'storage', 'settings', 'log', 'report'] as const

export type NodePart = typeof NODE_PARTS[number]

const FILES = '#/files'
const EXPLORE = '#/explore'
const NODE = '#/node'
const CONSOLE = '#/console'

/** @param hash - of the page's address; one that says nothing else means what is kept */
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

  return { is: 'kept' }
}

/** The address of a folder of the mutable files in this page. */
export function filesLink (path: string): string {
  return [FILES, ...pathParts(path).map(encodeURIComponent)].join('/')
}

/** The address at which a content path is explored; without one, that of the section. @param of - the path of what it is a part of */
export function exploreLink (path = '', of?: string): string {
  return [EXPLORE, ...pathParts(path).map(encodeURIComponent)].join('/') + (of == null ? '' : `?${new URLSearchParams({ of })}`)
}

/** The address of a part of the section about the node. */
export function nodeLink (part: NodePart): string {
  return `${NODE}/${part}`
}

/** The address of the console, with a line to begin with. */
export function consoleLink (line = ''): string {
  return line === '' ? CONSOLE : `${CONSOLE}/${encodeURIComponent(line)}`
}

function isBelow (hash: string, section: string): boolean {
  return hash === section || hash.startsWith(`${section}/`)
}

/** @returns none where it is broken: no such address was ever written here */
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
    return '' // no such line was ever written by `consoleLink`
  }
}
