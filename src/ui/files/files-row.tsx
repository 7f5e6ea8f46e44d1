import { ENTRY_KINDS } from '../folder/lib/entry-kind.ts'
import { entryThumbnail } from '../folder/lib/entry-thumbnail.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { EntryMark } from '../folder/parts/entry-mark.tsx'
import { EntryTime } from '../folder/parts/entry-time.tsx'
import { Thumbnail } from '../folder/parts/thumbnail.tsx'
import type { How } from '../lib/data/selection.ts'
import { joinPath } from '../lib/links/mfs-path.ts'
import { filesLink, viewLink } from '../lib/links/section.ts'
import { bytes } from '../lib/text/format.ts'
import { nameDirection } from '../lib/text/name-direction.ts'
import { shownName } from '../lib/text/shown-name.ts'
import { t } from '../lib/text/t.ts'
import { Icon } from '../page/icon.tsx'
import { Name } from '../page/name.tsx'
import { droppedNames } from './dropped-names.ts'
import { putInto } from './file-actions.ts'
import { useNamesDrop } from './use-names-drop.ts'

export interface FilesRowProps {
  entry: FolderEntry
  /** index in the list */
  index: number
  /** style with its position */
  place: Readonly<Record<string, string>>
  /** whether to render it as a tile */
  asTile: boolean
  /** whether there is a date column */
  hasDate: boolean
  /** path of the folder */
  path: string
  isChosen: boolean
  isCursor: boolean
  isCut: boolean
  /** returns the names that are dragged with this row */
  dragged: () => readonly string[]
  choose: (how: How) => void
}

/** An entry of the folder. */
export function FilesRow (
  { entry, index, place: at, asTile, hasDate, path, isChosen, isCursor, isCut, dragged, choose }: FilesRowProps
) {
  const { name, kind, size } = entry
  const isFolder = kind === 'folder'
  const place = joinPath(path, name)
  const icon = <Icon of={isFolder ? 'folder' : 'file'} />
  const picture = entryThumbnail(entry, { isLarge: asTile })
  const { over, ...drop } = useNamesDrop((names, how) => {
    void putInto({ how, folder: path, names }, place)
  }, { enabled: isFolder })

  return (
    <div
      id={`files-row-${index}`}
      class='files-row'
      role='row'
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-cursor={isCursor}
      data-cut={isCut}
      data-over={over}
      style={at}
      draggable
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('a, input') != null) {
          return
        }
        choose(event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'also' : 'one')
      }}
      onDragStart={(event) => {
        droppedNames.put(event, dragged())
      }}
      {...drop}
    >
      <span role='gridcell'>
        <input
          type='checkbox'
          tabIndex={-1}
          checked={isChosen}
          aria-label={t('Choose {name}', { name })}
          onChange={() => {
            choose('also')
          }}
        />
      </span>
      <span role='gridcell' class='files-name'>
        {picture == null ? icon : <Thumbnail key={picture} class='thumb' src={picture}>{icon}</Thumbnail>}
        <a
          dir={nameDirection(name)}
          href={isFolder ? filesLink(place) : viewLink(place)}
          tabIndex={-1}
          draggable={false}
          title={shownName(name)}
        >
          <Name of={name} />
        </a>
        <EntryMark entry={entry} />
      </span>
      <span role='gridcell' class='files-size'>{size == null ? '' : bytes(size)}</span>
      <span role='gridcell' class='files-kind'>{t(ENTRY_KINDS[kind])}</span>
      {hasDate && (
        <span role='gridcell' class='files-date'>
          <EntryTime entry={entry} />
        </span>
      )}
    </div>
  )
}
