import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Picked } from '../lib/picked.ts'
import { useStore } from '../lib/store.ts'
import { t, tn } from '../lib/t.ts'
import { clipboard, paste } from '../state/file-actions.ts'
import { FilePickers } from './file-pickers.tsx'
import type { Asked } from './files-ask.tsx'

export interface FilesToolsProps {
  path: string
  search: RefObject<HTMLInputElement | null>
  text: string
  sift: (text: string) => void
  ask: (asked: Asked) => void
  take: (picked: Picked[]) => void
}

/** What can be done in the folder. */
export function FilesTools ({ path, search, text, sift, ask, take }: FilesToolsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  const { held } = useStore(clipboard)

  return (
    <>
      <div class='tools' role='group' aria-label={t('In {path}', { path })}>
        <button type='button' class='main' onClick={() => picker.current?.click()}>{t('Add files')}</button>
        <button type='button' onClick={() => folderPicker.current?.click()}>{t('Add a folder')}</button>
        <button type='button' onClick={() => { ask({ is: 'folder' }) }}>{t('New folder')}</button>
        <button type='button' onClick={() => { ask({ is: 'content', initial: '' }) }}>{t('From IPFS…')}</button>
        {held != null && <button type='button' onClick={() => { void paste() }}>{held.names.length === 1 ? t('Paste “{name}”', { name: held.names[0] }) : tn(held.names.length, 'Paste {n} entry', 'Paste {n} entries')}</button>}
        <label class='wide'>{t('Find')} <input ref={search} type='search' value={text} autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { sift(currentTarget.value) }} /></label>
      </div>
      <FilePickers files={picker} folder={folderPicker} names={['into-files', 'folder-into-files']} take={take} />
    </>
  )
}
