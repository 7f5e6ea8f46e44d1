import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Choice } from '../folder/lib/chosen-entries.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { useLookAtEntries } from '../folder/parts/use-look-at-entries.ts'
import { select } from '../folder/state/files.ts'
import { choose as chooseRow, chooseAll, move } from '../lib/data/selection.ts'
import type { How, Selection } from '../lib/data/selection.ts'
import { scrollToRow, visibleRows } from '../lib/data/visible-rows.ts'
import { joinPath, parentOf } from '../lib/links/mfs-path.ts'
import { filesLink, viewLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { language } from '../lib/text/language.ts'
import { t, words } from '../lib/text/t.ts'
import type { Words } from '../lib/text/t.ts'
import { StillRow } from '../page/still-row.tsx'
import { clipboard } from './file-actions.ts'
import { FilesRow } from './files-row.tsx'

/** Heights in px, same as `.files-row`. */
const ROW_HEIGHT = 44
const TILE_HEIGHT = 168
/** Minimal width of a tile in px. */
const TILE_WIDTH = 136
const COLUMNS: ReadonlyArray<readonly [sort: Choice['sort'], called: Words]> = [
  ['name', words('Name')],
  ['size', words('Size')],
  ['kind', words('Type')],
  ['date', words('Date')]
]

export interface FilesGridProps {
  gridRef: RefObject<HTMLDivElement | null>
  path: string
  entries: readonly FolderEntry[]
  /** names of the entries */
  order: readonly string[]
  selection: Selection
  choice: Choice
  choose: (part: Partial<Choice>) => void
  /** whether to show large pictures as tiles instead of rows */
  asTiles: boolean
  /** whether any entry has a date */
  hasDates: boolean
  /**
   * handles keys other than navigation
   *
   * @returns whether it was a shortcut
   */
  onKey: (event: KeyboardEvent) => boolean
}

/** A list of any length, of which only the visible part is rendered (grid pattern, WAI-ARIA Authoring Practices). */
export function FilesGrid (
  { gridRef, path, entries, order, selection, choice, choose, asTiles, hasDates, onKey }: FilesGridProps
) {
  const [scroll, setScroll] = useState({ top: 0, height: 600, width: 0 })
  const { held } = useStore(clipboard)
  const inRow = asTiles ? Math.max(1, Math.floor(scroll.width / TILE_WIDTH)) : 1
  const rowHeight = asTiles ? TILE_HEIGHT : ROW_HEIGHT
  const rows = Math.ceil(entries.length / inRow)
  const seen = visibleRows(scroll, rowHeight, rows, asTiles ? 1 : undefined)
  const [first, end] = [seen.first * inRow, Math.min(entries.length, seen.end * inRow)]
  // Refs, so that rows are not rendered again when the selection changes.
  const latest = useRef({ selection, order })
  latest.current = { selection, order }
  const cursor = selection.cursor == null ? -1 : order.indexOf(selection.cursor)
  const drawn = entries.slice(first, end)
  useLookAtEntries(drawn)

  function measure (): void {
    const box = gridRef.current
    if (box == null) {
      return
    }
    const { scrollTop: top, clientHeight: height, clientWidth: width } = box
    // Renders again only if the visible part changed.
    setScroll((now) => now.top === top && now.height === height && now.width === width ? now : { top, height, width })
  }

  useLayoutEffect(measure, [entries.length, asTiles])

  useEffect(() => {
    addEventListener('resize', measure)
    return () => {
      removeEventListener('resize', measure)
    }
  }, [])

  // Keeps the focused row visible.
  useLayoutEffect(() => {
    const box = gridRef.current
    if (box == null || cursor === -1) {
      return
    }
    const head = box.querySelector<HTMLElement>('.files-head')?.offsetHeight ?? 0
    box.scrollTop = scrollToRow(
      { top: box.scrollTop, height: box.clientHeight - head },
      rowHeight,
      Math.floor(cursor / inRow)
    )
    box.scrollIntoView({ block: 'nearest' })
  }, [cursor, gridRef, inRow, rowHeight])

  function keyDown (event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') {
      return
    }

    if (moves(event) || onKey(event)) {
      event.preventDefault()
    }
  }

  function moves (event: KeyboardEvent): boolean {
    const isCtrl = event.ctrlKey || event.metaKey
    const how: How = event.shiftKey ? 'range' : isCtrl ? 'cursor' : 'one'
    const page = Math.max(1, Math.floor(scroll.height / rowHeight) - 1) * inRow
    const onward = language.value.dir === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowDown: inRow,
      ArrowUp: -inRow,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
      ...asTiles ? { ArrowRight: onward, ArrowLeft: -onward } : {}
    }
    const at = entries.at(cursor)

    if (event.key in steps) {
      select(move(selection, order, steps[event.key], how))
    } else if (event.key === ' ') {
      if (selection.cursor != null) {
        select(chooseRow(selection, order, selection.cursor, 'also'))
      }
    } else if (isCtrl && event.key.toLowerCase() === 'a') {
      select(chooseAll(selection, order))
    } else if (event.key === 'Backspace') {
      if (path !== '/') {
        location.hash = filesLink(parentOf(path))
      }
    } else if (event.key === 'Enter' && cursor !== -1 && at != null && !(event.target instanceof HTMLButtonElement)) {
      open(at)
    } else {
      return false
    }

    return true
  }

  function placeOf (index: number): Readonly<Record<string, string>> {
    const top = `${Math.floor(index / inRow) * rowHeight}px`
    return asTiles ? { top, insetInlineStart: `${index % inRow * 100 / inRow}%`, width: `${100 / inRow}%` } : { top }
  }

  function open (entry: FolderEntry): void {
    const place = joinPath(path, entry.name)
    location.hash = entry.kind === 'folder' ? filesLink(place) : viewLink(place)
  }

  return (
    <div
      ref={gridRef}
      class='files-grid'
      data-tiles={asTiles}
      data-dates={hasDates}
      role='grid'
      aria-labelledby='files-title'
      aria-multiselectable='true'
      aria-rowcount={entries.length + 1}
      tabIndex={0}
      aria-activedescendant={cursor >= first && cursor < end ? `files-row-${cursor}` : undefined}
      onScroll={measure}
      onKeyDown={keyDown}
    >
      <div class='files-head' role='row' aria-rowindex={1}>
        <span role='columnheader'>
          <span class='unseen'>{t('Chosen')}</span>
        </span>
        {COLUMNS.filter(([sort]) => sort !== 'date' || hasDates).map(([sort, called]) => (
          <span
            key={sort}
            role='columnheader'
            aria-sort={choice.sort === sort ? (choice.descending ? 'descending' : 'ascending') : 'none'}
          >
            <button
              type='button'
              class='quiet'
              onClick={() => {
                choose(
                  choice.sort === sort ? { descending: !choice.descending } : { sort, descending: sort === 'date' }
                )
              }}
            >
              {t(called)}
              {choice.sort === sort && <span aria-hidden='true'>{choice.descending ? ' ↓' : ' ↑'}</span>}
            </button>
          </span>
        ))}
      </div>
      <div role='rowgroup' class='files-rows' style={{ height: `${rows * rowHeight}px` }}>
        {drawn.map((entry, i) => {
          const [isChosen, isCursor] = [selection.names.has(entry.name), first + i === cursor]
          const isCut = held?.how === 'move' && held.folder === path && held.names.includes(entry.name)
          const place = placeOf(first + i)

          return (
            <StillRow
              key={entry.name}
              text={JSON.stringify([
                entry,
                first + i,
                place,
                isChosen,
                isCursor,
                isCut,
                asTiles,
                hasDates,
                language.value.locale
              ])}
            >
              {() => (
                <FilesRow
                  entry={entry}
                  index={first + i}
                  place={place}
                  asTile={asTiles}
                  hasDate={hasDates}
                  path={path}
                  isChosen={isChosen}
                  isCursor={isCursor}
                  isCut={isCut}
                  dragged={() =>
                    latest.current.selection.names.has(entry.name) ? [...latest.current.selection.names] : [entry.name]}
                  choose={(how) => {
                    select(chooseRow(latest.current.selection, latest.current.order, entry.name, how))
                  }}
                />
              )}
            </StillRow>
          )
        })}
      </div>
    </div>
  )
}
