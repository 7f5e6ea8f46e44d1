import { t } from '../../lib/text/t.ts'
import { Name } from '../../page/name.tsx'
import { openFolder } from '../state/folder.ts'
import type { Step } from '../state/folder.ts'

/** Path from the content to the current folder, with links to the folders in between. */
export function FolderWay ({ way }: { way: readonly Step[] }) {
  if (way.length === 1) {
    return null
  }

  return (
    <nav aria-label={t('Folders above')}>
      <ol class='way'>
        {way.map(({ name, cid }, i) => (
          <li key={`${i} ${cid}`}>
            {i < way.length - 1
              ? (
                <button
                  type='button'
                  class='quiet'
                  onClick={() => {
                    void openFolder(way.slice(0, i + 1))
                  }}
                >
                  <Name of={name} />
                </button>
              )
              : (
                <span aria-current='location'>
                  <Name of={name} />
                </span>
              )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
