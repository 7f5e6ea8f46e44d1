import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { fromFiles } from '../lib/picked.ts'
import type { Picked } from '../lib/picked.ts'
import { useStore } from '../lib/store.ts'
import { clipboard, paste } from '../state/file-actions.ts'
import type { Asked } from './files-ask.tsx'

/** All browsers have it, but no standard that the JSX types know. */
const WHOLE_FOLDERS = { webkitdirectory: true }

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

  function pick (input: HTMLInputElement): void {
    take(fromFiles(input.files ?? []))
    input.value = '' // so that the same file can be chosen again
  }

  return (
    <>
      <div class='tools' role='group' aria-label={`In ${path}`}>
        <button type='button' class='main' onClick={() => picker.current?.click()}>Add files</button>
        <button type='button' onClick={() => folderPicker.current?.click()}>Add a folder</button>
        <button type='button' onClick={() => { ask({ is: 'folder' }) }}>New folder</button>
        <button type='button' onClick={() => { ask({ is: 'content', initial: '' }) }}>From IPFS…</button>
        {held != null && <button type='button' onClick={() => { void paste() }}>Paste {held.names.length === 1 ? `“${held.names[0]}”` : `${held.names.length} entries`}</button>}
        <label class='wide'>Find <input ref={search} type='search' value={text} autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { sift(currentTarget.value) }} /></label>
      </div>
      <input ref={picker} type='file' multiple hidden aria-hidden='true' tabIndex={-1} data-pick='into-files' onChange={(event) => { pick(event.currentTarget) }} />
      <input ref={folderPicker} type='file' {...WHOLE_FOLDERS} hidden aria-hidden='true' tabIndex={-1} data-pick='folder-into-files' onChange={(event) => { pick(event.currentTarget) }} />
    </>
  )
}
