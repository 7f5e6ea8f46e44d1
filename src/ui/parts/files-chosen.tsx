import { carLink } from '../lib/car-link.ts'
import { contentLink } from '../lib/content-link.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { saveLink } from '../lib/save-link.ts'
import { t, tn } from '../lib/t.ts'
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
    <div class='tools chosen' role='group' aria-label={chosen.length === 1 ? t('With {name}', { name }) : tn(chosen.length, 'With {n} entry', 'With {n} entries')}>
      {chosen.length === 1 && (
        <>
          <a class='button' href={isFolder ? `${link}/` : link} target='_blank' rel='noopener'>{t('Open in a tab')}</a>
          <a class='button' href={saveLink(cid, isFolder ? 'folder' : 'file', name)}>{isFolder ? t('Save as TAR') : t('Save')}</a>
          <a class='button' href={carLink(cid, name)}>{t('Save as CAR')}</a>
          <button type='button' onClick={() => { ask({ is: 'rename', name }) }}>{t('Rename')}</button>
        </>
      )}
      <button type='button' onClick={() => { hold('move', names) }}>{t('Cut')}</button>
      <button type='button' onClick={() => { hold('copy', names) }}>{t('Copy')}</button>
      {chosen.length === 1 && (
        <>
          <ShareButton item={{ cid, name, kind: isFolder ? 'folder' : 'file' }} />
          <CopyButton label={t('Copy CID')} text={cid} what={t('CID of {name}', { name })} />
        </>
      )}
      <button type='button' class='quiet' onClick={() => { void removeFiles(names) }}>{t('Remove')}</button>
    </div>
  )
}
