import { words } from '../text/t.ts'
import type { Words } from '../text/t.ts'
import type { LibrarySection, NodePart } from './section.ts'

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
