import { saveLine } from '../../lib/command/lines/save-line.ts'
import { saveLink } from '../../lib/links/save-link.ts'
import { viewContentLink } from '../../lib/links/section.ts'
import { bytes } from '../../lib/text/format.ts'
import { nameDirection } from '../../lib/text/name-direction.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { Cid } from '../../page/cid.tsx'
import { CopyButton } from '../../page/copy-button.tsx'
import { Icon } from '../../page/icon.tsx'
import { Name } from '../../page/name.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { ENTRY_KINDS } from '../lib/entry-kind.ts'
import { entryLink } from '../lib/entry-link.ts'
import type { Place } from '../lib/entry-link.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { openFolder } from '../state/folder.ts'
import type { Step } from '../state/folder.ts'
import { EntryTime } from './entry-time.tsx'

/**
 * An entry of a folder.
 *
 * @param way - path to the folder
 * @param place - location of the folder below its content
 */
export function FolderRow ({ entry, way, place }: { entry: FolderEntry; way: readonly Step[]; place: Place }) {
  const { name, cid, kind, size } = entry
  const isFolder = kind === 'folder'
  const href = entryLink(place, { name, cid })

  return (
    <li class='row'>
      <Icon of={isFolder ? 'folder' : 'file'} />
      <div class='row-text'>
        <p class='name' dir={nameDirection(name)} title={shownName(name)}>
          <Name of={name} />
        </p>
        <p class='facts'>
          <span>{t(ENTRY_KINDS[kind])}{size != null && ` · ${bytes(size)}`}</span> <EntryTime entry={entry} />{' '}
          <Cid id={cid} />
        </p>
      </div>
      <div class='actions'>
        {isFolder && (
          <button
            type='button'
            aria-label={t('Look inside {name}', { name })}
            onClick={() => {
              void openFolder([...way, { cid, name }])
            }}
          >
            {t('Look inside')}
          </button>
        )}
        <a
          class='button'
          href={isFolder ? `${href.split('?')[0]}/` : href}
          target='_blank'
          rel='noopener'
          aria-label={t('Open {name} in a new tab', { name })}
        >
          {t('Open')}
        </a>
        {!isFolder && (
          <a
            class='button'
            href={viewContentLink({ path: `/ipfs/${[place.cid, ...place.names, name].join('/')}` })}
            aria-label={t('View {name}', { name })}
          >
            {t('View')}
          </a>
        )}
        <span class='with-command'>
          <a
            class='button'
            href={saveLink(cid, isFolder ? 'folder' : 'file', name)}
            aria-label={isFolder ? t('Save {name} as TAR', { name }) : t('Save {name}', { name })}
          >
            {t('Save')}
          </a>
          <RunInConsole line={saveLine(cid, isFolder)} />
        </span>
        <CopyButton label={t('Copy CID')} text={cid} what={t('CID of {name}', { name })} />
      </div>
    </li>
  )
}
