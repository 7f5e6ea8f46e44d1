import { useEffect, useMemo, useState } from 'preact/hooks'
import { carLink } from '../lib/car-link.ts'
import { ranLine } from '../lib/command/ran-line.ts'
import { saveLine } from '../lib/command/save-line.ts'
import { contentLink } from '../lib/content-link.ts'
import { entryView } from '../lib/entry-view.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { saveLink } from '../lib/save-link.ts'
import { useStore } from '../lib/store.ts'
import { t, tn } from '../lib/t.ts'
import { hold, removeFiles, unkeep } from '../state/file-actions.ts'
import { follow } from '../state/follow.ts'
import { gatherRoot, MAX_GATHERED } from '../state/gather-root.ts'
import { keeping, keepOffline, keepOptions } from '../state/keep.ts'
import { kept, refreshKept } from '../state/kept.ts'
import { CopyButton } from './copy-button.tsx'
import type { Asked } from './files-ask.tsx'
import { FilesWhere } from './files-where.tsx'
import { Problem } from './problem.tsx'
import { RunInConsole } from './run-in-console.tsx'
import { ShareButton } from './share-button.tsx'

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
          <a class='button' href={entryView(folder, chosen[0])}>{isFolder ? t('Explore') : t('View')}</a>
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
