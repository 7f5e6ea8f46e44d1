import { contentLink } from '../lib/content-link.ts'
import { bytes, count, duration } from '../lib/format.ts'
import { cancelUpload, dismissUpload, retryUpload, storeAsFile } from '../state/uploads.ts'
import type { Upload } from '../state/uploads.ts'
import { CarResult } from './car-result.tsx'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'
import { Name } from './name.tsx'
import { Problem } from './problem.tsx'
import { ShareButton } from './share-button.tsx'

/** One thing on its way in, or arrived. */
export function UploadRow ({ upload }: { upload: Upload }) {
  const { id, picked, status } = upload
  const dismiss = <button type='button' class='quiet' aria-label={`Dismiss ${picked.name}`} onClick={() => { dismissUpload(id) }}>Dismiss</button>

  return (
    <li class='row' data-status={status}>
      <Icon of={picked.kind} />
      <div class='row-text'>
        <p class='name'><Name of={picked.name} /></p>
        {(status === 'queued' || status === 'running') && <Progress upload={upload} />}
        {status === 'done' && <p class='facts'><span>{facts(upload)}</span> {upload.result != null && <Cid id={upload.result.cid} />}</p>}
        {status === 'done' && upload.imported != null && <CarResult imported={upload.imported} />}
        {status === 'cancelled' && <p class='facts'>Cancelled. Nothing of it was kept.</p>}
        {status === 'failed' && upload.problem != null && <Problem problem={upload.problem} />}
      </div>
      <div class='actions'>
        {(status === 'queued' || status === 'running') && (
          <button type='button' aria-label={`Cancel ${picked.name}`} onClick={() => { cancelUpload(id) }}>Cancel</button>
        )}
        {status === 'done' && upload.result != null && <Result upload={upload} cid={upload.result.cid} />}
        {(status === 'failed' || status === 'cancelled') && (
          <button type='button' aria-label={`Try ${picked.name} again`} onClick={() => { retryUpload(id) }}>Try again</button>
        )}
        {status === 'failed' && picked.car === true && (
          <button type='button' aria-label={`Store ${picked.name} as a file`} onClick={() => { storeAsFile(id) }}>Store as a file</button>
        )}
        {status !== 'queued' && status !== 'running' && dismiss}
      </div>
    </li>
  )
}

function Progress ({ upload: { picked, storedBytes, status, bytesPerSecond } }: { upload: Upload }) {
  const { totalBytes, car } = picked
  const done = car === true ? 'imported' : 'stored'
  const left = bytesPerSecond != null && bytesPerSecond > 0 ? (totalBytes - storedBytes) / bytesPerSecond : undefined
  // a browser that sends the whole body before it reads the answer shows no numbers until the end
  const known = storedBytes > 0 || status === 'queued'

  return (
    <>
      <progress aria-label={`${car === true ? 'Importing' : 'Storing'} ${picked.name}`} max={Math.max(1, totalBytes)} value={known ? storedBytes : undefined} />
      <p class='facts'>
        {status === 'queued'
          ? `Waiting for its turn · ${bytes(totalBytes)}`
          : storedBytes >= totalBytes && totalBytes > 0
            ? `${bytes(totalBytes)} ${done} · finishing`
            : `${bytes(storedBytes)} of ${bytes(totalBytes)} ${done}`}
        {left != null && storedBytes < totalBytes && ` · ${bytes(bytesPerSecond ?? 0)}/s · ${duration(left)} left`}
      </p>
    </>
  )
}

function Result ({ upload: { picked }, cid }: { upload: Upload, cid: string }) {
  const link = contentLink(cid, picked.kind === 'file' ? picked.name : undefined)
  return (
    <>
      <a class='button' href={link} target='_blank' rel='noopener' aria-label={`Open ${picked.name} in a new tab`}>Open</a>
      <ShareButton item={{ cid, name: picked.name, kind: picked.kind }} />
      <CopyButton label='Copy CID' text={cid} what={`CID of ${picked.name}`} />
    </>
  )
}

function facts ({ picked, imported }: Upload): string {
  if (imported != null) {
    return `Imported · ${count(imported.roots.length, 'root')} · ${count(imported.blocks, 'block')} · ${bytes(imported.bytes)}`
  }
  const files = picked.entries.filter(({ content }) => content != null).length
  return picked.kind === 'file' ? bytes(picked.totalBytes) : `${count(files, 'file')} · ${bytes(picked.totalBytes)}`
}
