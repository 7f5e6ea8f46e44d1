import { firstIndex } from '../../lib/data/first-index.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import type { BlockLink } from './block-link.ts'

/** State of a link in the tree, or of the root. */
export interface Branch {
  isOpen: boolean
  /** undefined until they are read */
  links?: readonly BlockLink[]
  reading?: boolean
  problem?: PlainError
}

/** States by the indexes of the links on the path, for example `3.0.12`; empty for the root. */
export type Branches = ReadonlyMap<string, Branch>

export interface TreeRow {
  key: string
  link: BlockLink
  /** depth; 1 for links of the root */
  level: number
  /** position among its siblings, from 1, and their number */
  position: number
  siblings: number
  branch: Branch | undefined
}

export const ROOT = ''

/**
 * The visible rows of a tree, from top to bottom. There can be very many, of which few are displayed, so each row is
 * created on access.
 */
export class TreeRows {
  readonly length: number
  readonly #branches: Branches
  /** runs of consecutive rows with the same parent, in order */
  readonly #runs: Run[] = []

  constructor (branches: Branches) {
    this.#branches = branches
    this.length = this.#add(ROOT, 1, openBelow(branches), 0)
  }

  /** @param index - of an existing row */
  at (index: number): TreeRow {
    const run = this.#runs[this.#runAt(index)]
    const place = run.first + index - run.start
    const key = rowKeyOf(run.parent, place)
    return {
      key,
      link: run.links[place],
      level: run.level,
      position: place + 1,
      siblings: run.links.length,
      branch: this.#branches.get(key)
    }
  }

  slice (first: number, end: number): TreeRow[] {
    return Array.from({ length: Math.max(0, Math.min(end, this.length) - first) }, (_, i) => this.at(first + i))
  }

  /** -1 if the row is not visible */
  indexOf (key: string): number {
    const parent = parentKey(key) ?? ROOT
    const place = Number(key.slice(key.lastIndexOf('.') + 1))
    const run = this.#runs.find((run) => run.parent === parent && place >= run.first && place < run.end)
    return run == null ? -1 : run.start + place - run.first
  }

  /** Returns the index of the next row with a matching link, from an index on; -1 if there is none. */
  find (from: number, isIt: (link: BlockLink) => boolean): number {
    for (let at = this.#runAt(from); at < this.#runs.length; at++) {
      const { start, first, end, links } = this.#runs[at]
      for (let place = Math.max(first, first + from - start); place < end; place++) {
        if (isIt(links[place])) {
          return start + place - first
        }
      }
    }

    return -1
  }

  /** Returns the run that contains a row, or the index after the last run. */
  #runAt (index: number): number {
    return firstIndex(this.#runs.length, (at) => {
      const { start, first, end } = this.#runs[at]
      return start + end - first > index
    })
  }

  /** @returns the index of the next row */
  #add (parent: string, level: number, open: ReadonlyMap<string, readonly number[]>, start: number): number {
    const { isOpen = false, links = [] } = this.#branches.get(parent) ?? {}

    if (!isOpen || links.length === 0) {
      return start
    }

    const ends = (open.get(parent) ?? []).map((place) => place + 1)
    let first = 0

    for (const end of ends.at(-1) === links.length ? ends : [...ends, links.length]) {
      this.#runs.push({ parent, links, level, first, end, start })
      start += end - first
      if (ends.includes(end)) {
        start = this.#add(rowKeyOf(parent, end - 1), level + 1, open, start)
      }
      first = end
    }

    return start
  }
}

interface Run {
  parent: string
  links: readonly BlockLink[]
  level: number
  /** range among the links of the parent; the end is exclusive */
  first: number
  end: number
  /** index of its first row among all rows */
  start: number
}

function rowKeyOf (parent: string, place: number): string {
  return parent === ROOT ? `${place}` : `${parent}.${place}`
}

/** Returns the open links of each parent, in order. */
function openBelow (branches: Branches): Map<string, number[]> {
  const open = new Map<string, number[]>()

  for (const [key, { isOpen }] of branches) {
    if (key === ROOT || !isOpen) {
      continue
    }
    const parent = parentKey(key) ?? ROOT
    open.set(parent, [...open.get(parent) ?? [], Number(key.slice(key.lastIndexOf('.') + 1))].sort((a, b) => a - b))
  }

  return open
}

/** Returns the key of the parent row; undefined for links of the root. */
export function parentKey (key: string): string | undefined {
  const dot = key.lastIndexOf('.')
  return dot === -1 ? undefined : key.slice(0, dot)
}

/** Returns the names on the path to a link. */
export function namesTo (branches: Branches, key: string): string[] {
  const names: string[] = []
  let parent = ROOT

  for (const place of key.split('.')) {
    names.push(branches.get(parent)?.links?.[Number(place)]?.name ?? '')
    parent = parent === ROOT ? place : `${parent}.${place}`
  }

  return names
}
