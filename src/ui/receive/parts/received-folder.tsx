import { useState } from 'preact/hooks'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { saveLink } from '../../lib/links/save-link.ts'
import { receivedLink } from '../../lib/links/section.ts'
import { bytes } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Name } from '../../page/text/name.tsx'

/** Number of entries that are shown at first, and of each further part: a page of thousands of rows is slow. */
const PART = 200

interface ReceivedFolderProps {
  link: string
  inside: readonly string[]
  entries: readonly FolderEntry[]
  isWhole: boolean
}

/** The entries of a shared folder, as links. */
export function ReceivedFolder ({ link, inside, entries, isWhole }: ReceivedFolderProps) {
  const [limit, setLimit] = useState(PART)

  if (entries.length === 0) {
    return <p class='facts'>{t('This folder is empty.')}</p>
  }
  return (
    <>
      <p class='facts'>{tn(entries.length, '{n} item', '{n} items')}</p>
      <ul class='receive-list'>
        {entries.slice(0, limit).map(({ key, name, kind, cid, size }) => (
          <li key={key}>
            <Icon of={kind} />
            <a href={receivedLink(link, [...inside, name])}>
              <Name of={name} />
            </a>
            <span class='facts'>{size == null ? '' : bytes(size)}</span>
            {isWhole && kind !== 'folder'
              ? (
                <a
                  class='button quiet icon-only'
                  href={saveLink(cid, 'file', name)}
                  aria-label={t('Download {name}', { name })}
                >
                  <Icon of='download' />
                </a>
              )
              : <span />}
          </li>
        ))}
      </ul>
      {entries.length > limit && (
        <button
          type='button'
          onClick={() => {
            setLimit(limit + PART)
          }}
        >
          {t('Show more')}
        </button>
      )}
    </>
  )
}
