import { carLink } from '../lib/car-link.ts'
import { contentLink } from '../lib/content-link.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { saveLink } from '../lib/save-link.ts'
import { hold, removeFiles } from '../state/file-actions.ts'
import { CopyButton } from './copy-button.tsx'
import type { Asked } from './files-ask.tsx'
import { ShareButton } from './share-button.tsx'

/** What can be done with what is chosen: below the list, so that choosing moves nothing. */
export function FilesChosen ({ chosen, ask }: { chosen: readonly FolderEntry[], ask: (asked: Asked) => void }) {
  const names = chosen.map(({ name }) => name)
  const [{ name, cid, kind }] = chosen
  const isFolder = kind === 'folder'
  const link = contentLink(cid, isFolder ? undefined : name)

  return (
    <div class='tools chosen' role='group' aria-label={chosen.length === 1 ? `With ${name}` : `With ${chosen.length} entries`}>
      {chosen.length === 1 && (
        <>
          <a class='button' href={isFolder ? `${link}/` : link} target='_blank' rel='noopener'>Open in a tab</a>
          <a class='button' href={saveLink(cid, isFolder ? 'folder' : 'file', name)}>{isFolder ? 'Save as TAR' : 'Save'}</a>
          <a class='button' href={carLink(cid, name)}>Save as CAR</a>
          <button type='button' onClick={() => { ask({ is: 'rename', name }) }}>Rename</button>
        </>
      )}
      <button type='button' onClick={() => { hold('move', names) }}>Cut</button>
      <button type='button' onClick={() => { hold('copy', names) }}>Copy</button>
      {chosen.length === 1 && (
        <>
          <ShareButton item={{ cid, name, kind: isFolder ? 'folder' : 'file' }} />
          <CopyButton label='Copy CID' text={cid} what={`CID of ${name}`} />
        </>
      )}
      <button type='button' class='quiet' onClick={() => { void removeFiles(names) }}>Remove</button>
    </div>
  )
}
