import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import type { Choice } from '../../folder/lib/chosen-entries.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { useChosenEntries } from '../../folder/lib/use-chosen-entries.ts'
import { NOTHING, stillThere } from '../../lib/data/selection.ts'
import type { Selection } from '../../lib/data/selection.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import type { IconName } from '../../page/controls/icon.tsx'
import type { MenuItem } from '../../page/controls/menu.tsx'
import { Later } from '../../page/loading/later.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { ItemList } from './item-list.tsx'
import type { ItemListProps } from './item-list.tsx'
import { ListTools } from './list-tools.tsx'
import { SelectionBar } from './selection-bar.tsx'

/** Storage keys of the view, for this browser. */
const VIEW_KEY = 'swipfs-files-view'
const DETAILS_KEY = 'swipfs-details'
const TILES = 'tiles'
const ALL: Choice = { text: '', kind: 'all', sort: 'name', descending: false }

// Loaded on demand: they are closed at first.
const loadDetails = async () => (await import('./item-details.tsx')).ItemDetails
const loadKeysHelp = async () => (await import('./keys-help.tsx')).KeysHelp

export interface EmptyState {
  icon: IconName
  text: string
  action?: ComponentChildren
}

export interface ListPageProps<E extends FolderEntry>
  extends Pick<ItemListProps<E>, 'where' | 'hrefOf' | 'menuOf' | 'cut' | 'drop' | 'up'> {
  /** changes when another list is shown; the filter and the selection are then reset */
  listKey: string
  items: readonly E[]
  reading: boolean
  /** the heading, with the id `list-title` */
  title: ComponentChildren
  heading: RefObject<HTMLHeadingElement | null>
  /** additional facts after the number of items */
  facts?: string
  /** order at first; default by name */
  initial?: Partial<Choice>
  dateTitle?: ItemListProps<E>['dateTitle']
  /** ids of the menu entries that are shown as buttons while items are selected */
  barIds: readonly string[]
  /** main actions of the list */
  actions?: ComponentChildren
  /** questions and notices above the list */
  children?: ComponentChildren
  empty: EmptyState
  /** shown below the list */
  footer?: ComponentChildren
  problem?: PlainError
  problemActions?: ComponentChildren
  /** selection that is kept elsewhere */
  selection?: Selection
  select?: (selection: Selection) => void
  /** further shortcuts; `key` has a prefix for Ctrl: `ctrl+x` */
  onShortcut?: (key: string, chosen: readonly E[]) => boolean
  /** called with the items that the filter leaves, in the order of the list */
  onShown?: (items: readonly E[]) => void
  /** called when the list gets the focus back, with the list */
  listRef?: RefObject<HTMLDivElement | null>
}

/** A section with a list of items: its title, tools, and the actions of the selected items. */
export function ListPage<E extends FolderEntry> (props: ListPageProps<E>) {
  const { listKey, items, reading, heading, initial, barIds, empty, problem, menuOf } = props
  const { phase } = useStore(node)
  const [choice, setChoice] = useState<Choice>({ ...ALL, ...initial })
  const [asTiles, setAsTiles] = useState(() => readLocal(VIEW_KEY) === TILES)
  const [showsDetails, setDetails] = useState(() => readLocal(DETAILS_KEY) === 'true')
  const [showsKeys, setShowsKeys] = useState(false)
  const [own, setOwn] = useState<Selection>(NOTHING)
  const wantsSearch = useRef(false)
  const ownList = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const list = props.listRef ?? ownList
  const select = props.select ?? setOwn
  const { shown, order } = useChosenEntries(items, choice)
  const selection = useShownSelection(props.selection ?? own, order)
  const chosen = useMemo(
    () => selection.names.size === 0 ? [] : shown.filter(({ key }) => selection.names.has(key)),
    [shown, selection.names]
  )
  const { onShown } = props
  const isSifted = choice.text.trim() !== '' || choice.kind !== 'all'

  useEffect(() => {
    onShown?.(shown)
  }, [shown, onShown])

  useLayoutEffect(() => {
    setChoice((choice) => ({ ...choice, text: '', kind: 'all' }))
    setOwn(NOTHING)
  }, [listKey])

  // The list is removed with its last item, and the focus with it.
  useLayoutEffect(() => {
    if (shown.length === 0 && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [shown.length === 0])

  // The filter is not there while items are selected.
  useLayoutEffect(() => {
    if (wantsSearch.current) {
      wantsSearch.current = false
      search.current?.focus()
    }
  }, [chosen.length === 0])

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.activeElement === document.body) {
        select(NOTHING)
      }
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
    }
  }, [select])

  function choose (part: Partial<Choice>): void {
    setChoice({ ...choice, ...part })
  }

  /** @returns whether it was a shortcut */
  function onKey (event: KeyboardEvent): boolean {
    const key = event.ctrlKey || event.metaKey ? `ctrl+${event.key.toLowerCase()}` : event.key
    switch (key) {
      case '/':
        wantsSearch.current = true
        select(NOTHING)
        search.current?.focus()
        return true
      case '?':
        setShowsKeys(true)
        return true
      case 'Escape':
        select(NOTHING)
        return true
      case 'Delete':
        return runEntry(menuOf(chosen), 'delete')
      case 'F2':
        return runEntry(menuOf(chosen), 'rename')
      case 'ctrl+x':
        return runEntry(menuOf(chosen), 'cut')
      case 'ctrl+c':
        return runEntry(menuOf(chosen), 'copy')
      default:
        return props.onShortcut?.(key, chosen) ?? false
    }
  }

  return (
    <section class='list-page' data-details={showsDetails} aria-labelledby='list-title'>
      <div class='list-bar'>
        <div class='list-title'>
          {props.title}
          <p class='facts'>
            {/* Without a node the items are unknown. */}
            {phase !== 'failed' &&
              factsOf({ all: items.length, shown: shown.length, chosen: chosen.length, isSifted, reading })}
            {props.facts != null && ` · ${props.facts}`}
          </p>
        </div>
        {chosen.length > 0
          ? (
            <SelectionBar
              chosen={chosen}
              items={menuOf(chosen)}
              barIds={barIds}
              clear={() => {
                select(NOTHING)
                list.current?.focus()
              }}
            />
          )
          : (
            <ListTools
              search={search}
              choice={choice}
              choose={choose}
              asTiles={asTiles}
              showAsTiles={(asTiles) => {
                setAsTiles(asTiles)
                keepLocal(VIEW_KEY, asTiles ? TILES : 'list')
              }}
              showsDetails={showsDetails}
              showDetails={(shows) => {
                setDetails(shows)
                keepLocal(DETAILS_KEY, String(shows))
              }}
              showKeys={() => {
                setShowsKeys(true)
              }}
            />
          )}
        {props.actions != null && <div class='list-actions'>{props.actions}</div>}
      </div>
      {props.children}
      {problem != null && <Problem problem={problem}>{props.problemActions}</Problem>}
      <div class='list-body'>
        {shown.length === 0
          ? !reading && problem == null && <Empty isSifted={isSifted} empty={empty} />
          : (
            <ItemList
              listRef={list}
              items={shown}
              order={order}
              selection={selection}
              select={select}
              choice={choice}
              choose={choose}
              asTiles={asTiles}
              dateTitle={props.dateTitle ?? words('Date')}
              where={props.where}
              hrefOf={props.hrefOf}
              menuOf={menuOf}
              cut={props.cut}
              drop={props.drop}
              up={props.up}
              onKey={onKey}
            />
          )}
        {showsDetails && <Later load={loadDetails} name={t('Details')} props={{ chosen }} />}
      </div>
      {props.footer}
      {showsKeys && (
        <Later
          load={loadKeysHelp}
          name={t('Keyboard shortcuts')}
          props={{
            onEnd: () => {
              setShowsKeys(false)
            }
          }}
        />
      )}
    </section>
  )
}

function Empty ({ isSifted, empty: { icon, text, action } }: { isSifted: boolean; empty: EmptyState }) {
  return isSifted
    ? <p class='empty-state'>{t('No matches.')}</p>
    : (
      <div class='empty-state'>
        <Icon of={icon} />
        <p>{text}</p>
        {action != null && <div class='actions'>{action}</div>}
      </div>
    )
}

interface Counts {
  all: number
  shown: number
  chosen: number
  isSifted: boolean
  reading: boolean
}

function factsOf ({ all, shown, chosen, isSifted, reading }: Counts): string {
  if (chosen > 0) {
    return tn(shown, '{chosen} of {n} selected', '{chosen} of {n} selected', { chosen })
  }
  if (isSifted) {
    return tn(all, '{shown} of {n} item', '{shown} of {n} items', { shown })
  }
  return reading ? tn(all, '{n} item so far', '{n} items so far') : tn(all, '{n} item', '{n} items')
}

/** Returns the part of a selection that is displayed; the focused row stays near its position. */
function useShownSelection (selection: Selection, order: readonly string[]): Selection {
  const before = useRef(order)
  const there = useMemo(
    () => selection === NOTHING ? NOTHING : stillThere(selection, before.current, order),
    [selection, order]
  )
  useLayoutEffect(() => {
    before.current = order
  }, [order])
  return there
}

function runEntry (items: readonly MenuItem[], id: string): boolean {
  const entry = items.find((one) => one.id === id)
  entry?.run?.()
  return entry != null
}
