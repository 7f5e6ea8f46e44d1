import { entryDate } from '../../folder/lib/entry-date.ts'
import { ENTRY_KINDS } from '../../folder/lib/entry-kind.ts'
import { entryThumbnail } from '../../folder/lib/entry-thumbnail.ts'
import type { FolderEntry } from '../../folder/lib/folder-entry.ts'
import { EntryTime } from '../../folder/parts/entry-time.tsx'
import { Thumbnail } from '../../folder/parts/thumbnail.tsx'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { saveLine } from '../../lib/command/lines/save-line.ts'
import { useStore, useStorePart } from '../../lib/reactive/store.ts'
import { bytes, listed } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Icon } from '../../page/controls/icon.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { Cid } from '../../page/text/cid.tsx'
import { Name } from '../../page/text/name.tsx'
import { PresenceState } from '../../storage/parts/presence-state.tsx'
import { elsewhere, servicesWith } from '../../storage/state/elsewhere.ts'
import { kept } from '../../storage/state/kept.ts'
import { usePresence } from '../../storage/state/use-presence.ts'

/** Panel with facts about the selected items. */
export function ItemDetails ({ chosen }: { chosen: readonly FolderEntry[] }) {
  return (
    <aside class='details' aria-label={t('Details')}>
      {chosen.length === 0 && <p class='facts'>{t('Select an item to see its details.')}</p>}
      {chosen.length === 1 && <One key={chosen[0].cid} entry={chosen[0]} />}
      {chosen.length > 1 && <Several entries={chosen} />}
    </aside>
  )
}

function One ({ entry }: { entry: FolderEntry }) {
  const { name, cid, kind, size } = entry
  const picture = entryThumbnail(entry, { isLarge: true })
  const isFolder = kind === 'folder'
  const isDeveloper = useStore(developerMode)

  return (
    <>
      {picture != null && (
        <Thumbnail key={picture} class='details-picture' src={picture}>
          <Icon of='file' />
        </Thumbnail>
      )}
      <h3>
        <Name of={name} />
      </h3>
      <Where cid={cid} />
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
            <dt>{entry.modified == null ? t('Added') : t('Modified')}</dt>
            <dd>
              <EntryTime entry={entry} />
            </dd>
          </>
        )}
        <dt>{t('CID')}</dt>
        <dd>
          <Cid id={cid} /> <CopyButton text={cid} what={t('CID of {name}', { name })} />
        </dd>
        {isDeveloper && (
          <>
            <dt>{t('Commands')}</dt>
            <dd class='actions'>
              <RunInConsole line={saveLine(cid, isFolder)} />
              <RunInConsole line={ranLine('dag/export', [cid])} />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Shows whether a content is complete in this browser, whether it is pinned, and which services pin it. */
function Where ({ cid }: { cid: string }) {
  const state = usePresence(cid)
  const pin = useStorePart(kept, ({ list }) => list?.find((one) => one.cid === cid && one.type === 'recursive'))
  const services = servicesWith(useStore(elsewhere), cid)

  return (
    <p class='facts details-where'>
      <PresenceState of={state} />
      {pin != null && (
        <span>{pin.name === '' ? t('Pinned') : rich(t('Pinned as {name}'), { name: <Name of={pin.name} /> })}</span>
      )}
      {services.length > 0 && <span>{rich(t('Also at {services}'), { services: <Name of={listed(services)} /> })}
      </span>}
    </p>
  )
}

function Several ({ entries }: { entries: readonly FolderEntry[] }) {
  const files = entries.filter(({ size }) => size != null)
  const size = files.reduce((sum, { size = 0 }) => sum + size, 0)

  return (
    <>
      <h3>{tn(entries.length, '{n} item selected', '{n} items selected')}</h3>
      {files.length > 0 && (
        <dl>
          <dt>{t('Selected files')}</dt>
          <dd>{tn(files.length, '{size} in {n} file', '{size} in {n} files', { size: bytes(size) })}</dd>
        </dl>
      )}
    </>
  )
}
