import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Choice } from '../lib/chosen-entries.ts'
import { ENTRY_KINDS } from '../lib/entry-kind.ts'
import { openFolderPicker } from '../lib/open-folder-picker.ts'
import type { Reading } from '../lib/reading.ts'
import { useStore } from '../lib/store.ts'
import { t, tn } from '../lib/t.ts'
import { clipboard, paste } from '../state/file-actions.ts'
import { FilePickers } from './file-pickers.tsx'
import type { Asked } from './files-ask.tsx'
import { FolderHint } from './folder-hint.tsx'
import { KeepDatesChoice } from './keep-dates-choice.tsx'

export interface FilesToolsProps {
  path: string
  search: RefObject<HTMLInputElement | null>
  choice: Pick<Choice, 'text' | 'kind'>
  choose: (part: Partial<Choice>) => void
  asTiles: boolean
  showAsTiles: (asTiles: boolean) => void
  ask: (asked: Asked) => void
  take: (read: Reading) => void
}

/** What can be done in the folder. */
export function FilesTools ({ path, search, choice: { text, kind }, choose, asTiles, showAsTiles, ask, take }: FilesToolsProps) {
  const picker = useRef<HTMLInputElement>(null)
  const folderPicker = useRef<HTMLInputElement>(null)
  const addFolder = useRef<HTMLButtonElement>(null)
  const [wasNone, setNone] = useState(false)
  const { held } = useStore(clipboard)
  const taken = (read: Reading): void => {
    setNone(false)
    take(read)
  }

  return (
    <>
      <div class='tools' role='group' aria-label={t('In {path}', { path })}>
        <button type='button' class='main' onClick={() => picker.current?.click()}>{t('Add files')}</button>
        <button type='button' ref={addFolder} onClick={() => { openFolderPicker(folderPicker.current, { take: taken, onNothing: () => { setNone(true) } }) }}>{t('Add a folder')}</button>
        <button type='button' onClick={() => { ask({ is: 'folder' }) }}>{t('New folder')}</button>
        <button type='button' onClick={() => { ask({ is: 'content', initial: '' }) }}>{t('From IPFS…')}</button>
        {held != null && <button type='button' onClick={() => { void paste() }}>{held.names.length === 1 ? t('Paste “{name}”', { name: held.names[0] }) : tn(held.names.length, 'Paste {n} entry', 'Paste {n} entries')}</button>}
        <label class='wide'>{t('Find')} <input ref={search} type='search' value={text} autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { choose({ text: currentTarget.value }) }} /></label>
        <label>{t('Type')} <select value={kind} onChange={({ currentTarget }) => { choose({ kind: currentTarget.value as Choice['kind'] }) }}>
          <option value='all'>{t('All')}</option>
          {Object.entries(ENTRY_KINDS).map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
        </select></label>
        <button type='button' aria-pressed={asTiles} onClick={() => { showAsTiles(!asTiles) }}>{t('Large pictures')}</button>
        <KeepDatesChoice />
      </div>
      <FilePickers files={picker} folder={folderPicker} names={['into-files', 'folder-into-files']} take={taken} />
      {wasNone && <FolderHint other={() => folderPicker.current?.click()} onEnd={() => { setNone(false); addFolder.current?.focus() }} onDrop={() => { setNone(false) }} />}
    </>
  )
}
