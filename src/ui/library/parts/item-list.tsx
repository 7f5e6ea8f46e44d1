import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Choice } from '../../folder/lib/chosen-entries.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { useLookAtEntries } from '../../folder/parts/use-look-at-entries.ts'
import { choose as chooseRow, chooseAll, move } from '../../lib/data/selection.ts'
import type { How, Selection } from '../../lib/data/selection.ts'
import { scrollToRow, visibleRows } from '../../lib/data/visible-rows.ts'
import { language } from '../../lib/text/language.ts'
import { t } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { Menu } from '../../page/controls/menu.tsx'
import type { MenuItem } from '../../page/controls/menu.tsx'
import { StillRow } from '../../page/loading/still-row.tsx'
import { ItemHead } from './item-head.tsx'
import { ItemRow } from './item-row.tsx'
import type { RowDrop } from './item-row.tsx'

/** Heights in px, same as `.item-row`. */
const ROW_HEIGHT = 38
const TILE_HEIGHT = 176
/** Minimal width of a tile in px. */
const TILE_WIDTH = 148

export interface ItemListProps<E extends FolderEntry> {
  listRef: RefObject<HTMLDivElement | null>
  items: readonly E[]
  /** keys of the items */
  order: readonly string[]
  selection: Selection
  select: (selection: Selection) => void
  choice: Choice
  choose: (part: Partial<Choice>) => void
  /** whether to show large images as tiles instead of rows */
  asTiles: boolean
  /** title of the column with dates */
  dateTitle: Words
  /** title and text of a column with locations */
  where?: { title: Words; of: (item: E) => string | undefined }
  hrefOf: (item: E) => string
  /** returns the actions of selected items */
  menuOf: (items: readonly E[]) => readonly MenuItem[]
  /** keys of items that were cut */
  cut?: ReadonlySet<string>
  drop?: RowDrop<E>
  /** opens the parent folder */
  up?: () => void
  /**
   * handles keys other than navigation
   *
   * @returns whether it was a shortcut
   */
  onKey: (event: KeyboardEvent) => boolean
}

/** A list of any length, of which only the visible part is rendered (grid pattern, WAI-ARIA Authoring Practices). */
export function ItemList<E extends FolderEntry> (props: ItemListProps<E>) {
  const { listRef, items, order, selection, select, choice, choose, asTiles, dateTitle, where, cut, up, onKey } = props
  const [scroll, setScroll] = useState({ top: 0, height: 600, width: 0 })
  const [menu, setMenu] = useState<{ x: number; y: number; of: readonly E[] }>()
  const inRow = asTiles ? Math.max(1, Math.floor(scroll.width / TILE_WIDTH)) : 1
  const rowHeight = asTiles ? TILE_HEIGHT : ROW_HEIGHT
  const rows = Math.ceil(items.length / inRow)
  const seen = visibleRows(scroll, rowHeight, rows, asTiles ? 1 : undefined)
  const [first, end] = [seen.first * inRow, Math.min(items.length, seen.end * inRow)]
  // Refs, so that rows are not rendered again when the selection changes.
  const latest = useRef(props)
  latest.current = props
  const cursor = selection.cursor == null ? -1 : order.indexOf(selection.cursor)
  const drawn = items.slice(first, end)
  useLookAtEntries(drawn)

  function measure (): void {
    const box = listRef.current
    if (box == null) {
      return
    }
    const { scrollTop: top, clientHeight: height, clientWidth: width } = box
    // Renders again only if the visible part changed.
    setScroll((now) => now.top === top && now.height === height && now.width === width ? now : { top, height, width })
  }

  useLayoutEffect(measure, [items.length, asTiles])

  useEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(listRef.current!)
    return () => {
      observer.disconnect()
    }
  }, [])

  // Keeps the focused row visible.
  useLayoutEffect(() => {
    const box = listRef.current
    if (box == null || cursor === -1) {
      return
    }
    const head = box.querySelector<HTMLElement>('.item-head')?.offsetHeight ?? 0
    box.scrollTop = scrollToRow(
      { top: box.scrollTop, height: box.clientHeight - head },
      rowHeight,
      Math.floor(cursor / inRow)
    )
    box.scrollIntoView({ block: 'nearest' })
  }, [cursor, listRef, inRow, rowHeight])

  const openMenu = useCallback((item: E, x: number, y: number) => {
    const { selection, items, order, select } = latest.current
    const isIn = selection.names.has(item.key)
    if (!isIn) {
      select(chooseRow(selection, order, item.key, 'one'))
    }
    setMenu({ x, y, of: isIn ? items.filter(({ key }) => selection.names.has(key)) : [item] })
  }, [])

  const closeMenu = useCallback(() => {
    setMenu(undefined)
    listRef.current?.focus()
  }, [])

  function keyDown (event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') {
      return
    }

    if (navigates(event) || commands(event) || onKey(event)) {
      event.preventDefault()
    }
  }

  function navigates (event: KeyboardEvent): boolean {
    const one: How = isCtrl(event) ? 'cursor' : 'one'
    const how: How = event.shiftKey ? 'range' : one
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
    if (!(event.key in steps)) {
      return false
    }
    select(move(selection, order, steps[event.key], how))
    return true
  }

  function commands (event: KeyboardEvent): boolean {
    const at = cursor === -1 ? undefined : items.at(cursor)

    if (event.key === ' ') {
      if (selection.cursor != null) {
        select(chooseRow(selection, order, selection.cursor, 'also'))
      }
    } else if (isCtrl(event) && event.key.toLowerCase() === 'a') {
      select(chooseAll(selection, order))
    } else if (event.key === 'Backspace') {
      up?.()
    } else if (event.key === 'Enter' && at != null && !(event.target instanceof HTMLButtonElement)) {
      location.hash = props.hrefOf(at)
    } else if ((event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) && at != null) {
      const box = document.getElementById(`item-${cursor}`)?.getBoundingClientRect()
      openMenu(at, box?.left ?? 0, box?.bottom ?? 0)
    } else {
      return false
    }

    return true
  }

  function placeOf (index: number): Readonly<Record<string, string>> {
    const top = `${Math.floor(index / inRow) * rowHeight}px`
    return asTiles ? { top, insetInlineStart: `${index % inRow * 100 / inRow}%`, width: `${100 / inRow}%` } : { top }
  }

  return (
    <>
      <div
        ref={listRef}
        class='item-list'
        data-tiles={asTiles}
        data-where={where != null}
        role='grid'
        aria-labelledby='list-title'
        aria-multiselectable='true'
        aria-rowcount={items.length + 1}
        tabIndex={0}
        aria-activedescendant={cursor >= first && cursor < end ? `item-${cursor}` : undefined}
        onScroll={measure}
        onKeyDown={keyDown}
      >
        <ItemHead choice={choice} choose={choose} dateTitle={dateTitle} whereTitle={where?.title} />
        <div role='rowgroup' class='item-rows' style={{ height: `${rows * rowHeight}px` }}>
          {drawn.map((item, i) => {
            const [isChosen, isCursor] = [selection.names.has(item.key), first + i === cursor]
            const isCut = cut?.has(item.key) === true
            const place = placeOf(first + i)
            const whereText = where?.of(item)
            const href = props.hrefOf(item)
            const keyed = [item, first + i, place, isChosen, isCursor, isCut, asTiles, whereText, href]

            return (
              <StillRow key={item.key} text={JSON.stringify([...keyed, language.value.locale])}>
                {() => (
                  <ItemRow
                    item={item}
                    index={first + i}
                    place={place}
                    asTile={asTiles}
                    href={href}
                    where={where == null ? undefined : whereText ?? ''}
                    isChosen={isChosen}
                    isCursor={isCursor}
                    isCut={isCut}
                    drop={props.drop}
                    openMenu={openMenu}
                    chosenKeys={() =>
                      latest.current.selection.names.has(item.key)
                        ? [...latest.current.selection.names]
                        : [item.key]}
                    choose={(how) => {
                      const { selection, order, select } = latest.current
                      select(chooseRow(selection, order, item.key, how))
                    }}
                  />
                )}
              </StillRow>
            )
          })}
        </div>
      </div>
      {menu != null && <Menu label={t('Actions')} items={props.menuOf(menu.of)} at={menu} onEnd={closeMenu} />}
    </>
  )
}

function isCtrl ({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey
}
