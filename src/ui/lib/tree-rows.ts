import type { BlockLink } from './block-link.ts'
import type { PlainError } from './plain-error.ts'

/** What is known below a link, or below the root. */
export interface Branch {
  isOpen: boolean
  /** undefined until they were read */
  links?: readonly BlockLink[]
  reading?: boolean
  problem?: PlainError
}

/** By the places of the links on the way, as `3.0.12`; that of the root is empty. */
export type Branches = ReadonlyMap<string, Branch>

export interface TreeRow {
  key: string
  link: BlockLink
  /** 1 for links of the root */
  level: number
  /** its place among its siblings, from 1 on, and their number */
  position: number
  siblings: number
  branch: Branch | undefined
}

export const ROOT = ''

/** The rows of a tree as it is open now, from above to below. */
export function treeRows (branches: Branches): TreeRow[] {
  const rows: TreeRow[] = []
  add(ROOT, 1)
  return rows

  function add (parent: string, level: number): void {
    const { isOpen = false, links = [] } = branches.get(parent) ?? {}

    if (!isOpen) {
      return
    }

    links.forEach((link, i) => {
      const key = parent === ROOT ? `${i}` : `${parent}.${i}`
      const branch = branches.get(key)
      rows.push({ key, link, level, position: i + 1, siblings: links.length, branch })
      if (branch?.isOpen === true) add(key, level + 1)
    })
  }
}

/** The key of the row above in the tree; undefined for links of the root. */
export function parentKey (key: string): string | undefined {
  const dot = key.lastIndexOf('.')
  return dot === -1 ? undefined : key.slice(0, dot)
}

/** The names on the way to a link. */
export function namesTo (branches: Branches, key: string): string[] {
  const names: string[] = []
  let parent = ROOT

  for (const place of key.split('.')) {
    names.push(branches.get(parent)?.links?.[Number(place)]?.name ?? '')
    parent = parent === ROOT ? place : `${parent}.${place}`
  }

  return names
}
