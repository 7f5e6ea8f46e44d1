import { pathParts } from '../lib/mfs-path.ts'
import { filesLink } from '../lib/section.ts'
import { t } from '../lib/t.ts'
import { useNamesDrop } from '../lib/use-names-drop.ts'
import { putInto } from '../state/file-actions.ts'
import { Name } from './name.tsx'

/** The way from the root of the mutable files to the folder that is shown; what is dropped on a folder of it goes there. */
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

/** One folder on the way. @param place - its own. @param path - where what is dropped on it comes from */
function Folder ({ name, place, path, isShown }: { name: string, place: string, path: string, isShown: boolean }) {
  const { over, ...drop } = useNamesDrop((names, how) => { void putInto({ how, folder: path, names }, place) })

  return (
    <li data-over={over} {...drop}>
      {isShown ? <span aria-current='location'><Name of={name} /></span> : <a href={filesLink(place)}><Name of={name} /></a>}
    </li>
  )
}
