import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BlockLink } from '../content/lib/block-link.ts'
import { isFolder } from '../content/lib/node-kind.ts'
import type { NodeKind } from '../content/lib/node-kind.ts'
import { namesTo, parentKey, TreeRows } from '../content/lib/tree-rows.ts'
import type { TreeRow } from '../content/lib/tree-rows.ts'
import { explored, toggleBranch } from '../content/state/explore.ts'
import { scrollToRow, visibleRows } from '../lib/data/visible-rows.ts'
import { isRaw } from '../lib/links/is-raw.ts'
import { exploreLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { language } from '../lib/text/language.ts'
import { tn } from '../lib/text/t.ts'
import { ExploreTreeRow } from './explore-tree-row.tsx'
import { linkPath } from './link-path.ts'

/** Height in px, same as `.tree-row`. */
const ROW_HEIGHT = 44

/**
 * Tree of any number of links, of which only the visible ones are rendered (tree view pattern, WAI-ARIA Authoring
 * Practices).
 */
export function ExploreTree (
  { path, of, kind, count: links }: { path: string; of: string; kind: NodeKind; count: number }
) {
  const { branches } = useStore(explored)
  const [scroll, setScroll] = useState({ top: 0, height: 600 })
  const [cursorKey, setCursorKey] = useState('0')
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => new TreeRows(branches), [branches])
  // If the focused row's branch is closed, the focus moves to the nearest visible ancestor.
  const cursor = useMemo(() => rowOf(rows, cursorKey), [rows, cursorKey])
  const { first, end } = visibleRows(scroll, ROW_HEIGHT, rows.length)

  function measure (): void {
    if (box.current != null) {
      setScroll({ top: box.current.scrollTop, height: box.current.clientHeight })
    }
  }

  useLayoutEffect(measure, [rows.length])

  useEffect(() => {
    addEventListener('resize', measure)
    return () => {
      removeEventListener('resize', measure)
    }
  }, [])

  function go (to: number): void {
    const at = Math.min(rows.length - 1, Math.max(0, to))
    if (at < 0 || box.current == null) {
      return
    }
    setCursorKey(rows.at(at).key)
    box.current.scrollTop = scrollToRow(
      { top: box.current.scrollTop, height: box.current.clientHeight },
      ROW_HEIGHT,
      at
    )
  }

  const hrefOf = ({ key, link }: TreeRow): string => {
    const below = linkPath(path, namesTo(branches, key))
    return below == null ? exploreLink(`/ipfs/${link.cid}`, of) : exploreLink(below)
  }

  /** Returns the row to which a key moves, in pages of visible rows. */
  function rowByKey (key: string): number | undefined {
    const page = Math.floor(scroll.height / ROW_HEIGHT)
    const rowsByKey: Partial<Record<string, number>> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: cursor + page,
      PageUp: cursor - page
    }
    return rowsByKey[key]
  }

  function moves ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (rows.length === 0 || altKey || ctrlKey || metaKey) {
      return false
    }
    const row = rows.at(cursor)
    const to = rowByKey(key)

    if (to != null) {
      go(to)
      return true
    }

    // The key in reading direction moves to deeper levels.
    const [deeper, higher] = language.value.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']

    switch (key) {
      case 'Enter':
        location.hash = hrefOf(row)
        return true
      case ' ':
        toggle(row)
        return true
      case deeper:
        goDeeper(row)
        return true
      case higher:
        goHigher(row)
        return true
      default:
        return key.length === 1 && key !== '/' && key !== '?' && typeAhead(key.toLowerCase())
    }
  }

  /** Opens a closed row, or moves into an open one. */
  function goDeeper (row: TreeRow): void {
    if (!isOpen(row)) {
      toggle(row)
    } else if (cursor + 1 < rows.length && rows.at(cursor + 1).level === row.level + 1) {
      go(cursor + 1)
    }
  }

  /** Closes an open row, or moves out of a closed one. */
  function goHigher (row: TreeRow): void {
    const parent = parentKey(row.key)
    if (isOpen(row)) {
      toggle(row)
    } else if (parent != null) {
      go(rows.indexOf(parent))
    }
  }

  /** Moves to the next row whose name begins with the letter. */
  function typeAhead (letter: string): boolean {
    const isIt = ({ name }: BlockLink): boolean => name.toLowerCase().startsWith(letter)
    const after = rows.find(cursor + 1, isIt)
    const to = after === -1 ? rows.find(0, isIt) : after
    if (to !== -1) {
      go(to)
    }
    return to !== -1
  }

  function toggle ({ key, link }: TreeRow): void {
    if (!isRaw(link.cid)) {
      void toggleBranch(key, link.cid)
    }
  }

  return (
    <div>
      <h3 id='tree-title'>
        {isFolder(kind) ? tn(links, '{n} item', '{n} items') : tn(links, '{n} link', '{n} links')}
      </h3>
      <div
        ref={box}
        class='tree'
        role='tree'
        aria-labelledby='tree-title'
        tabIndex={0}
        aria-activedescendant={cursor >= first && cursor < end ? `tree-${rows.at(cursor).key}` : undefined}
        onScroll={measure}
        onKeyDown={(event) => {
          if (moves(event)) {
            event.preventDefault()
          }
        }}
      >
        <div role='none' class='tree-rows' style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
          {rows.slice(first, end).map((row, i) => (
            <ExploreTreeRow
              key={row.key}
              row={row}
              topPx={(first + i) * ROW_HEIGHT}
              href={hrefOf(row)}
              isCursor={first + i === cursor}
              isLeaf={isRaw(row.link.cid)}
              choose={() => {
                setCursorKey(row.key)
              }}
              toggle={() => {
                toggle(row)
              }}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function isOpen ({ branch }: TreeRow): boolean {
  return branch?.isOpen === true || branch?.reading === true
}

function rowOf (rows: TreeRows, key: string): number {
  for (let at: string | undefined = key; at != null; at = parentKey(at)) {
    const row = rows.indexOf(at)
    if (row !== -1) {
      return row
    }
  }

  return 0
}
