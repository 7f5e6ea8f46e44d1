import { addLine } from '../../intake/lib/add-line.ts'
import { cancelUpload, dismissUpload, retryUpload, storeAsFile } from '../../intake/state/uploads.ts'
import type { Upload } from '../../intake/state/uploads.ts'
import { contentLink } from '../../lib/links/content-link.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, duration } from '../../lib/text/format.ts'
import { nameDirection } from '../../lib/text/name-direction.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Icon } from '../../page/controls/icon.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { Cid } from '../../page/text/cid.tsx'
import { Name } from '../../page/text/name.tsx'
import { ShareButton } from '../../share/parts/share-button.tsx'
import { CarResult } from './car-result.tsx'

/** An upload, running or finished. */
export function UploadRow ({ upload }: { upload: Upload }) {
  const { picked, status } = upload

  return (
    <li class='row' data-status={status}>
      <Icon of={picked.kind} />
      <div class='row-text'>
        <p class='name' dir={nameDirection(picked.name)} title={shownName(picked.name)}>
          <Name of={picked.name} />
        </p>
        <UploadState upload={upload} />
      </div>
      <div class='actions'>
        {isUnderWay(upload) ? <CancelButton upload={upload} /> : <EndActions upload={upload} />}
      </div>
    </li>
  )
}

function isUnderWay ({ status }: Upload): boolean {
  return status === 'queued' || status === 'running'
}

function UploadState ({ upload }: { upload: Upload }) {
  const { status, result, imported, problem } = upload
  const isDeveloper = useStore(developerMode)

  switch (status) {
    case 'queued':
    case 'running':
      return <Progress upload={upload} />
    case 'done':
      return (
        <>
          <p class='facts'>
            <span>{facts(upload, isDeveloper)}</span> {isDeveloper && result != null && <Cid id={result.cid} />}
          </p>
          {imported != null && <CarResult imported={imported} />}
        </>
      )
    case 'cancelled':
      return <p class='facts'>{t('Cancelled. Nothing was saved.')}</p>
    case 'failed':
      return problem == null ? null : <Problem problem={problem} />
  }
}

function CancelButton ({ upload: { id, picked: { name } } }: { upload: Upload }) {
  return (
    <button
      type='button'
      aria-label={t('Cancel {name}', { name })}
      onClick={() => {
        cancelUpload(id)
      }}
    >
      {t('Cancel')}
    </button>
  )
}

/** Actions for an upload that has ended. */
function EndActions ({ upload }: { upload: Upload }) {
  const { id, picked, status, result } = upload
  const { name } = picked

  return (
    <>
      {status === 'done' && result != null && <Result upload={upload} cid={result.cid} />}
      {/* In the place of "Cancel", where a double click hits it: it does no harm there. */}
      <button
        type='button'
        class='quiet'
        aria-label={t('Dismiss {name}', { name })}
        onClick={() => {
          dismissUpload(id)
        }}
      >
        {t('Dismiss')}
      </button>
      {status !== 'done' && (
        <button
          type='button'
          aria-label={t('Try {name} again', { name })}
          onClick={() => {
            retryUpload(id)
          }}
        >
          {t('Try again')}
        </button>
      )}
      {status === 'failed' && picked.car === true && (
        <button
          type='button'
          aria-label={t('Keep {name} as file', { name })}
          onClick={() => {
            storeAsFile(id)
          }}
        >
          {t('Keep as file')}
        </button>
      )}
      {status === 'done' && <RunInConsole line={addLine(picked)} />}
    </>
  )
}

function Progress ({ upload: { picked, storedBytes, storedFiles, status, bytesPerSecond } }: { upload: Upload }) {
  const { totalBytes, car } = picked
  const files = fileCount(picked)
  const left = bytesPerSecond != null && bytesPerSecond > 0 ? (totalBytes - storedBytes) / bytesPerSecond : undefined
  // A browser that sends the whole body before it reads the answer shows no progress until the end.
  const known = storedBytes > 0 || status === 'queued'

  return (
    <>
      <progress
        aria-label={car === true
          ? t('Importing {name}', { name: picked.name })
          : t('Uploading {name}', { name: picked.name })}
        max={Math.max(1, totalBytes)}
        value={known ? storedBytes : undefined}
      />
      <p class='facts'>
        {[
          ...picked.kind === 'folder' && status === 'running'
            ? [tn(files, '{done} of {n} file', '{done} of {n} files', { done: storedFiles })]
            : [],
          howFar(storedBytes, picked, status),
          ...left != null && storedBytes < totalBytes
            ? [t('{size}/s', { size: bytes(bytesPerSecond ?? 0) }), t('{duration} left', { duration: duration(left) })]
            : []
        ].join(' · ')}
      </p>
    </>
  )
}

function howFar (storedBytes: number, { totalBytes, car }: Upload['picked'], status: Upload['status']): string {
  const [size, total] = [bytes(storedBytes), bytes(totalBytes)]

  if (status === 'queued') {
    return `${t('Queued')} · ${total}`
  }

  if (storedBytes >= totalBytes && totalBytes > 0) {
    return `${car === true ? t('{size} imported', { size: total }) : t('{size} uploaded', { size: total })} · ${
      t('finishing')
    }`
  }

  return car === true
    ? t('{size} of {total} imported', { size, total })
    : t('{size} of {total} uploaded', { size, total })
}

function Result ({ upload: { picked }, cid }: { upload: Upload; cid: string }) {
  const link = contentLink(cid, picked.kind === 'file' ? picked.name : undefined)
  return (
    <>
      <a
        class='button'
        href={link}
        target='_blank'
        rel='noopener'
        aria-label={t('Open {name} in a new tab', { name: picked.name })}
      >
        {t('Open')}
      </a>
      {picked.kind === 'file' && (
        <a class='button' href={exploreLink(`/ipfs/${cid}`)} aria-label={t('View {name}', { name: picked.name })}>
          {t('View')}
        </a>
      )}
      <ShareButton item={{ cid, name: picked.name, kind: picked.kind }} />
      <CopyButton label={t('Copy CID')} text={cid} what={t('CID of {name}', { name: picked.name })} />
    </>
  )
}

function facts ({ picked, imported }: Upload, showsBlocks: boolean): string {
  if (imported != null) {
    return [
      t('Imported'),
      tn(imported.roots.length, '{n} root', '{n} roots'),
      ...showsBlocks ? [tn(imported.blocks, '{n} block', '{n} blocks')] : [],
      bytes(imported.bytes)
    ].join(' · ')
  }
  return picked.kind === 'file'
    ? bytes(picked.totalBytes)
    : `${tn(fileCount(picked), '{n} file', '{n} files')} · ${bytes(picked.totalBytes)}`
}

/** Counts files, without empty folders. */
function fileCount ({ entries }: Upload['picked']): number {
  return entries.reduce((count, { content }) => content == null ? count : count + 1, 0)
}
