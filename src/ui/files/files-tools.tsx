import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Choice } from '../folder/lib/chosen-entries.ts'
import { ENTRY_KINDS } from '../folder/lib/entry-kind.ts'
import type { Reading } from '../intake/lib/reading.ts'
import { FilePickers } from '../intake/parts/file-pickers.tsx'
import { KeepDatesChoice } from '../intake/parts/keep-dates-choice.tsx'
import { useFolderPicker } from '../intake/parts/use-folder-picker.tsx'
import { useStore } from '../lib/reactive/store.ts'
import { t, tn } from '../lib/text/t.ts'
import { clipboard, paste } from './file-actions.ts'
import type { Asked } from './files-ask.tsx'

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

/** Toolbar of the folder. */
export function FilesTools (
  { path, search, choice: { text, kind }, choose, asTiles, showAsTiles, ask, take }: FilesToolsProps
) {
  const picker = useRef<HTMLInputElement>(null)
  const folder = useFolderPicker(take)
  const { held } = useStore(clipboard)

  return (
    <>
      <div class='tools' role='group' aria-label={t('In {path}', { path })}>
        <button type='button' class='main' onClick={() => picker.current?.click()}>{t('Add files')}</button>
        <button type='button' ref={folder.button} onClick={folder.open}>{t('Add a folder')}</button>
        <button
          type='button'
          onClick={() => {
            ask({ is: 'folder' })
          }}
        >
          {t('New folder')}
        </button>
        <button
          type='button'
          onClick={() => {
            ask({ is: 'content', initial: '' })
          }}
        >
          {t('From IPFS…')}
        </button>
        {held != null && (
          <button
            type='button'
            onClick={() => {
              void paste()
            }}
          >
            {held.names.length === 1
              ? t('Paste “{name}”', { name: held.names[0] })
              : tn(held.names.length, 'Paste {n} entry', 'Paste {n} entries')}
          </button>
        )}
        <label class='wide'>
          {t('Find')}{' '}
          <input
            ref={search}
            type='search'
            value={text}
            autocomplete='off'
            spellcheck={false}
            onInput={({ currentTarget }) => {
              choose({ text: currentTarget.value })
            }}
          />
        </label>
        <label>
          {t('Type')}{' '}
          <select
            value={kind}
            onChange={({ currentTarget }) => {
              choose({ kind: currentTarget.value as Choice['kind'] })
            }}
          >
            <option value='all'>{t('All')}</option>
            {Object.entries(ENTRY_KINDS).map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
          </select>
        </label>
        <button
          type='button'
          aria-pressed={asTiles}
          onClick={() => {
            showAsTiles(!asTiles)
          }}
        >
          {t('Large pictures')}
        </button>
        <KeepDatesChoice />
      </div>
      <FilePickers
        files={picker}
        folder={folder.field}
        names={['into-files', 'folder-into-files']}
        take={folder.take}
      />
      {folder.hint}
    </>
  )
}
