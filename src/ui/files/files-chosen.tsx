import { useEffect, useMemo, useState } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { keeping, keepOffline, keepOptions } from '../content/state/keep.ts'
import { entryView } from '../folder/lib/entry-view.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { files } from '../folder/state/files.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { saveLine } from '../lib/command/lines/save-line.ts'
import { carLink } from '../lib/links/car-link.ts'
import { contentLink } from '../lib/links/content-link.ts'
import { joinPath } from '../lib/links/mfs-path.ts'
import { saveLink } from '../lib/links/save-link.ts'
import { viewLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { plainError } from '../lib/text/plain-error.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { t, tn } from '../lib/text/t.ts'
import { CopyButton } from '../page/copy-button.tsx'
import { Problem } from '../page/problem.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { ShareButton } from '../share/parts/share-button.tsx'
import { kept, refreshKept } from '../storage/state/kept.ts'
import { hold, removeFiles, unkeep } from './file-actions.ts'
import type { Asked } from './files-ask.tsx'
import { FilesWhere } from './files-where.tsx'
import { gatherRoot, MAX_GATHERED } from './gather-root.ts'

export interface FilesChosenProps {
  chosen: readonly FolderEntry[]
  /** CID of their folder */
  folder: string | undefined
  ask: (asked: Asked) => void
}

/** Actions for the selected entries. */
export function FilesChosen ({ chosen, folder, ask }: FilesChosenProps) {
  const names = chosen.map(({ name }) => name)
  const [{ name, cid, kind }] = chosen
  const isOne = chosen.length === 1
  const isFolder = kind === 'folder'
  const link = contentLink(cid, isFolder ? undefined : name)

  return (
    <div
      class='tools'
      role='group'
      aria-label={isOne ? t('With {name}', { name }) : tn(chosen.length, 'With {n} entry', 'With {n} entries')}
    >
      {isOne && <FilesWhere cid={cid} key={cid} />}
      {isOne && (
        <>
          <a class='button' href={isFolder ? entryView(folder, chosen[0]) : viewLink(joinPath(files.value.path, name))}>
            {isFolder ? t('Explore') : t('View')}
          </a>
          <a class='button' href={isFolder ? `${link}/` : link} target='_blank' rel='noopener'>{t('Open in a tab')}</a>
          <span class='with-command'>
            <a class='button' href={saveLink(cid, isFolder ? 'folder' : 'file', name)}>
              {isFolder ? t('Save as TAR') : t('Save')}
            </a>
            <RunInConsole line={saveLine(cid, isFolder)} />
          </span>
          <span class='with-command'>
            <a class='button' href={carLink(cid, name)}>{t('Save as CAR')}</a>
            <RunInConsole line={ranLine('dag/export', [cid])} />
          </span>
          <button
            type='button'
            onClick={() => {
              ask({ is: 'rename', name })
            }}
          >
            {t('Rename')}
          </button>
        </>
      )}
      {!isOne && chosen.length <= MAX_GATHERED && <SaveTogether chosen={chosen} />}
      <button
        type='button'
        onClick={() => {
          hold('move', names)
        }}
      >
        {t('Cut')}
      </button>
      <button
        type='button'
        onClick={() => {
          hold('copy', names)
        }}
      >
        {t('Copy')}
      </button>
      {chosen.length <= MAX_GATHERED && <KeepChosen chosen={chosen} />}
      {isOne && (
        <>
          <ShareButton item={{ cid, name, kind: isFolder ? 'folder' : 'file' }} />
          <CopyButton label={t('Copy CID')} text={cid} what={t('CID of {name}', { name })} />
        </>
      )}
      <button
        type='button'
        class='quiet'
        onClick={() => {
          void removeFiles(names)
        }}
      >
        {t('Remove')}
      </button>
    </div>
  )
}

/** Downloads several entries as one archive. */
function SaveTogether ({ chosen }: { chosen: readonly FolderEntry[] }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const [ran, setRan] = useState<string>()

  useEffect(() => {
    setRan(undefined)
  }, [chosen])

  async function save (asCar: boolean): Promise<void> {
    setBusy(true)
    setProblem(undefined)

    try {
      const cid = await gatherRoot(chosen)
      setRan(asCar ? ranLine('dag/export', [cid]) : saveLine(cid, true))
      location.assign(asCar ? carLink(cid, t('Files')) : saveLink(cid, 'folder', t('Files')))
    } catch (err) {
      setProblem(plainError(err))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <button
        type='button'
        disabled={busy}
        onClick={() => {
          void save(false)
        }}
      >
        {t('Save as TAR')}
      </button>
      <button
        type='button'
        disabled={busy}
        onClick={() => {
          void save(true)
        }}
      >
        {t('Save as CAR')}
      </button>
      {ran != null && <RunInConsole line={ran} />}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}

/** Pins the selected content and fetches all of it, independently of its entry. */
function KeepChosen ({ chosen }: { chosen: readonly FolderEntry[] }) {
  const { list } = useStore(kept)
  const { running, problems } = useStore(keeping)
  const pins = useMemo(() => {
    const cids = new Set(chosen.map(({ cid }) => cid))
    return list?.filter(({ cid, type }) => type === 'recursive' && cids.has(cid)) ?? []
  }, [list, chosen])
  const pinned = new Set(pins.map(({ cid }) => cid))
  const isKept = chosen.every(({ cid }) => pinned.has(cid))
  const busy = chosen.some(({ cid }) => running.has(cid))
  const problem = chosen.map(({ cid }) => problems.get(cid)).find((problem) => problem != null)

  useEffect(() => {
    void refreshKept()
    return follow('pins', refreshKept)
  }, [])

  async function keep (): Promise<void> {
    for (const { cid, name } of chosen) {
      if (!pinned.has(cid)) {
        await keepOffline(cid, name)
      }
    }
  }

  if (list == null) {
    return null
  }

  return (
    <>
      {isKept
        ? (
          <button
            type='button'
            onClick={() => {
              void unkeep(pins)
            }}
          >
            {t('Remove the pin')}
          </button>
        )
        : (
          <span class='with-command'>
            <button
              type='button'
              disabled={busy}
              onClick={() => {
                void keep()
              }}
            >
              {busy ? t('Keeping…') : t('Keep offline')}
            </button>
            {chosen.length === 1 && (
              <RunInConsole line={ranLine('pin/add', [chosen[0].cid], keepOptions(chosen[0].name))} />
            )}
          </span>
        )}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}
