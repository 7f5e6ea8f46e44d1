import { useState } from 'preact/hooks'
import { pathParts } from '../lib/mfs-path.ts'
import { filesLink } from '../lib/section.ts'
import { droppedNames } from '../lib/dropped-names.ts'
import { putInto } from '../state/file-actions.ts'

/** The way from the root of the mutable files to the folder that is shown; what is dropped on a folder of it goes there. */
export function FilesWay ({ path }: { path: string }) {
  const parts = pathParts(path)
  const [over, setOver] = useState<number>()

  if (parts.length === 0) {
    return null
  }

  return (
    <nav aria-label='Folders above'>
      <ol class='way'>
        {['Files', ...parts].map((name, i) => {
          const place = `/${parts.slice(0, i).join('/')}`
          return (
            <li key={place} data-over={over === i}
              onDragOver={(event) => { if (droppedNames.are(event)) { event.preventDefault(); setOver(i) } }}
              onDragLeave={() => { setOver(undefined) }}
              onDrop={(event) => {
                setOver(undefined)
                const names = droppedNames.of(event)
                if (names != null) void putInto({ how: event.ctrlKey ? 'copy' : 'move', folder: path, names }, place)
              }}>
              {i < parts.length ? <a href={filesLink(place)}><bdi>{name}</bdi></a> : <span aria-current='location'><bdi>{name}</bdi></span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
