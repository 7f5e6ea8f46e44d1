import { pathParts } from '../lib/links/mfs-path.ts'
import { filesLink } from '../lib/links/section.ts'
import { t } from '../lib/text/t.ts'
import { Name } from '../page/name.tsx'
import { putInto } from './file-actions.ts'
import { useNamesDrop } from './use-names-drop.ts'

/** Path from the MFS root to the current folder. Entries can be dropped on its folders. */
export function FilesWay ({ path }: { path: string }) {
  const parts = pathParts(path)

  if (parts.length === 0) {
    return null
  }

  return (
    <nav aria-label={t('Folders above')}>
      <ol class='way'>
        {[t('Files'), ...parts].map((name, i) => {
          const place = `/${parts.slice(0, i).join('/')}`
          return <Folder key={place} name={name} place={place} path={path} isShown={i === parts.length} />
        })}
      </ol>
    </nav>
  )
}

/**
 * A folder on the path.
 *
 * @param place - its own path
 * @param path - current folder, from which entries are dragged
 */
function Folder ({ name, place, path, isShown }: { name: string; place: string; path: string; isShown: boolean }) {
  const { over, ...drop } = useNamesDrop((names, how) => {
    void putInto({ how, folder: path, names }, place)
  })

  return (
    <li data-over={over} {...drop}>
      {isShown
        ? (
          <span aria-current='location'>
            <Name of={name} />
          </span>
        )
        : (
          <a href={filesLink(place)}>
            <Name of={name} />
          </a>
        )}
    </li>
  )
}
