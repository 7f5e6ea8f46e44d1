import { entryThumbnail } from '../../folder/lib/entry-thumbnail.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { EntryTime } from '../../folder/parts/entry-time.tsx'
import { Thumbnail } from '../../folder/parts/thumbnail.tsx'
import type { How } from '../../lib/data/selection.ts'
import { useStore, useStorePart } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { nameDirection } from '../../lib/text/name-direction.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { Cid } from '../../page/text/cid.tsx'
import { Name } from '../../page/text/name.tsx'
import { presence, presenceOf } from '../../storage/state/presence.ts'
import { draggedKeys } from '../lib/dragged-keys.ts'
import { ItemState } from './item-state.tsx'
import { useKeysDrop } from './use-keys-drop.ts'

/** Handles items that are dropped on a folder of the list. */
export interface RowDrop<E> {
  put: (keys: string[], how: 'move' | 'copy', target: E) => void
}

export interface ItemRowProps<E extends FolderEntry> {
  item: E
  /** index in the list */
  index: number
  /** style with its position */
  place: Readonly<Record<string, string>>
  asTile: boolean
  href: string
  /** location; undefined if there is no such column */
  where: string | undefined
  isChosen: boolean
  isCursor: boolean
  isCut: boolean
  drop: RowDrop<E> | undefined
  /** returns the keys that are dragged with this row */
  chosenKeys: () => readonly string[]
  choose: (how: How) => void
  openMenu: (item: E, x: number, y: number) => void
}

/** An item of a list. */
export function ItemRow<E extends FolderEntry> (props: ItemRowProps<E>) {
  const { item, index, place, asTile, href, where, isChosen, isCursor, isCut, drop, choose, openMenu } = props
  const { name, kind } = item
  const isDeveloper = useStore(developerMode)
  const icon = <Icon of={kind} />
  const picture = entryThumbnail(item, { isLarge: asTile })
  const { over, ...target } = useKeysDrop((keys, how) => {
    drop?.put(keys, how, item)
  }, { enabled: drop != null && kind === 'folder' })

  return (
    <div
      id={`item-${index}`}
      class='item-row'
      role='row'
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-cursor={isCursor}
      data-cut={isCut}
      data-over={over}
      style={place}
      draggable={drop != null}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a, input, button') != null) {
          return
        }
        choose(howOf(event))
      }}
      onDblClick={() => {
        location.hash = href
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        openMenu(item, event.clientX, event.clientY)
      }}
      onDragStart={(event) => {
        draggedKeys.put(event, props.chosenKeys())
      }}
      {...target}
    >
      <span role='gridcell' class='item-check'>
        <input
          type='checkbox'
          tabIndex={-1}
          checked={isChosen}
          aria-label={t('Select {name}', { name })}
          onClick={(event) => {
            choose(event.shiftKey ? 'range' : 'also')
          }}
        />
      </span>
      <span role='gridcell' class='item-name'>
        {picture == null ? icon : <Thumbnail key={picture} class='thumb' src={picture}>{icon}</Thumbnail>}
        <a dir={nameDirection(name)} href={href} tabIndex={-1} draggable={false} title={shownName(name)}>
          <Name of={name} />
        </a>
        {isDeveloper && <Cid id={item.cid} />}
      </span>
      {where != null && (
        <span role='gridcell' class='item-where' title={where}>
          <bdi>{where}</bdi>
        </span>
      )}
      <span role='gridcell' class='item-size'>
        <ItemSize item={item} />
      </span>
      <span role='gridcell' class='item-date'>
        <EntryTime entry={item} />
      </span>
      <span role='gridcell' class='item-glyph'>
        <ItemState cid={item.cid} isDirect={item.isDirect} />
      </span>
      <span role='gridcell' class='item-more'>
        <button
          type='button'
          class='quiet'
          tabIndex={-1}
          aria-haspopup='menu'
          aria-label={t('Actions for {name}', { name })}
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect()
            openMenu(item, left, bottom)
          }}
        >
          <Icon of='more' />
        </button>
      </span>
    </div>
  )
}

/** The size of a file, or of a folder with everything in it once that is known. */
function ItemSize ({ item: { cid, size } }: { item: FolderEntry }) {
  const whole = useStorePart(presence, (all) => {
    const state = presenceOf(all, { cid, type: 'recursive' })
    return state.is === 'whole' ? state.bytes : undefined
  })
  const known = size ?? whole
  return <>{known == null ? '' : bytes(known)}</>
}

function howOf ({ shiftKey, ctrlKey, metaKey }: MouseEvent): How {
  if (shiftKey) {
    return 'range'
  }
  return ctrlKey || metaKey ? 'also' : 'one'
}
