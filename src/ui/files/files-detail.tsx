import { entryDate } from '../folder/lib/entry-date.ts'
import { ENTRY_KINDS } from '../folder/lib/entry-kind.ts'
import { entryThumbnail } from '../folder/lib/entry-thumbnail.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { EntryTime } from '../folder/parts/entry-time.tsx'
import { Thumbnail } from '../folder/parts/thumbnail.tsx'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { saveLine } from '../lib/command/lines/save-line.ts'
import { carLink } from '../lib/links/car-link.ts'
import { pathParts } from '../lib/links/mfs-path.ts'
import { saveLink } from '../lib/links/save-link.ts'
import { exploreLink } from '../lib/links/section.ts'
import { bytes } from '../lib/text/format.ts'
import { t, tn } from '../lib/text/t.ts'
import { Cid } from '../page/cid.tsx'
import { CopyButton } from '../page/copy-button.tsx'
import { Icon } from '../page/icon.tsx'
import { Name } from '../page/name.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { ShareButton } from '../share/parts/share-button.tsx'
import type { Asked } from './files-ask.tsx'
import { FilesChosen } from './files-chosen.tsx'

export interface FilesDetailProps {
  /** path of the current folder */
  path: string
  /** its CID, and the total bytes of its DAG; undefined while unknown */
  folder: string | undefined
  folderBytes: number | undefined
  entries: readonly FolderEntry[]
  chosen: readonly FolderEntry[]
  ask: (asked: Asked) => void
}

/**
 * Panel with actions for the selection, or for the folder itself. It is next to the list (on a phone a sheet at the
 * bottom), so that selecting does not move the layout.
 */
export function FilesDetail ({ path, folder, folderBytes, entries, chosen, ask }: FilesDetailProps) {
  return (
    <aside class='panel card detail' data-chosen={chosen.length > 0} aria-label={t('Details')}>
      {chosen.length === 0
        ? folder != null && <TheFolder path={path} cid={folder} size={folderBytes} count={entries.length} />
        : (
          <>
            {chosen.length === 1 ? <TheEntry entry={chosen[0]} /> : <Several entries={chosen} />}
            <FilesChosen chosen={chosen} folder={folder} ask={ask} />
          </>
        )}
    </aside>
  )
}

function TheFolder (
  { path, cid, size, count }: { path: string; cid: string; size: number | undefined; count: number }
) {
  const name = pathParts(path).at(-1) ?? t('Files')

  return (
    <>
      <h3>{t('This folder')}</h3>
      <dl>
        {size != null && count > 0 && (
          <>
            <dt>{t('With all that is in it')}</dt>
            <dd>{bytes(size)}</dd>
          </>
        )}
        <dt>{t('CID')}</dt>
        <dd>
          <Cid id={cid} />
        </dd>
      </dl>
      {count > 0 && (
        <div class='tools' role='group' aria-label={t('With {name}', { name })}>
          <a class='button' href={exploreLink(`/ipfs/${cid}`)}>{t('Explore')}</a>
          <span class='with-command'>
            <a class='button' href={saveLink(cid, 'folder', name)}>{t('Save as TAR')}</a>
            <RunInConsole line={saveLine(cid, true)} />
          </span>
          <span class='with-command'>
            <a class='button' href={carLink(cid, name)}>{t('Save as CAR')}</a>
            <RunInConsole line={ranLine('dag/export', [cid])} />
          </span>
          <ShareButton item={{ cid, name, kind: 'folder' }} />
          <CopyButton label={t('Copy CID')} text={cid} what={t('CID of {name}', { name })} />
        </div>
      )}
    </>
  )
}

function TheEntry ({ entry }: { entry: FolderEntry }) {
  const { name, cid, kind, size } = entry
  const picture = entryThumbnail(entry, { isLarge: true })

  return (
    <>
      {picture != null && (
        <Thumbnail key={picture} class='detail-picture' src={picture}>
          <Icon of='file' />
        </Thumbnail>
      )}
      <h3>
        <Name of={name} />
      </h3>
      <dl>
        {size != null && (
          <>
            <dt>{t('Size')}</dt>
            <dd>{bytes(size)}</dd>
          </>
        )}
        <dt>{t('Type')}</dt>
        <dd>{t(ENTRY_KINDS[kind])}</dd>
        {entryDate(entry) != null && (
          <>
            <dt>{entry.modified == null ? t('Kept by a pin since') : t('Changed')}</dt>
            <dd>
              <EntryTime entry={entry} />
            </dd>
          </>
        )}
        <dt>{t('CID')}</dt>
        <dd>
          <Cid id={cid} />
        </dd>
      </dl>
    </>
  )
}

function Several ({ entries }: { entries: readonly FolderEntry[] }) {
  const files = entries.filter(({ size }) => size != null)
  const size = files.reduce((sum, { size = 0 }) => sum + size, 0)

  return (
    <>
      <h3>{tn(entries.length, '{n} entry chosen', '{n} entries chosen')}</h3>
      {files.length > 0 && (
        <dl>
          <dt>{t('Files among them')}</dt>
          <dd>{tn(files.length, '{size} in {n} file', '{size} in {n} files', { size: bytes(size) })}</dd>
        </dl>
      )}
    </>
  )
}
