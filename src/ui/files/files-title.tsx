import type { RefObject } from 'preact'
import { putInto } from '../folder/state/change-files.ts'
import { pathParts } from '../lib/links/mfs-path.ts'
import { filesLink } from '../lib/links/section.ts'
import { t } from '../lib/text/t.ts'
import { useKeysDrop } from '../library/parts/use-keys-drop.ts'
import { Name } from '../page/text/name.tsx'

/** Title of a folder, after the folders above it. Items can be dropped on those. */
export function FilesTitle ({ path, heading }: { path: string; heading: RefObject<HTMLHeadingElement | null> }) {
  const parts = pathParts(path)

  return (
    <div class='way-title'>
      {parts.length > 0 && (
        <nav aria-label={t('Parent folders')}>
          <ol class='way'>
            {[t('Files'), ...parts.slice(0, -1)].map((name, i) => {
              const place = `/${parts.slice(0, i).join('/')}`
              return <Folder key={place} name={name} place={place} path={path} />
            })}
          </ol>
        </nav>
      )}
      <h2 id='list-title' ref={heading} tabIndex={-1}>
        <Name of={parts.at(-1) ?? t('Files')} />
      </h2>
    </div>
  )
}

/**
 * A folder on the path.
 *
 * @param place - its own path
 * @param path - current folder, from which items are dragged
 */
function Folder ({ name, place, path }: { name: string; place: string; path: string }) {
  const { over, ...drop } = useKeysDrop((names, how) => {
    void putInto({ how, folder: path, names }, place)
  })

  return (
    <li data-over={over} {...drop}>
      <a href={filesLink(place)}>
        <Name of={name} />
      </a>
    </li>
  )
}
