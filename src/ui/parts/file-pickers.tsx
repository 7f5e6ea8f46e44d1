import type { RefObject } from 'preact'
import { fromFiles } from '../lib/picked.ts'
import type { Reading } from '../lib/reading.ts'

/** All browsers have it, but no standard that the JSX types know. */
const WHOLE_FOLDERS = { webkitdirectory: true }

export interface FilePickersProps {
  /** of the hidden fields; the one of the folder is for `openFolderPicker` */
  files: RefObject<HTMLInputElement | null>
  folder: RefObject<HTMLInputElement | null>
  /** how they are called, as `files` and `folder` */
  names: readonly [files: string, folder: string]
  take: (read: Reading) => void
}

/** The browser's own pickers of files and, where it gives no handles, of a folder. */
export function FilePickers ({ files, folder, names, take }: FilePickersProps) {
  const field = { type: 'file', hidden: true, 'aria-hidden': true, tabIndex: -1, onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => { pick(currentTarget) } } as const

  function pick (input: HTMLInputElement): void {
    const picked = fromFiles(input.files ?? [])
    take(async () => await picked)
    input.value = '' // so that the same file can be chosen again
  }

  return (
    <>
      <input ref={files} {...field} multiple data-pick={names[0]} />
      <input ref={folder} {...field} {...WHOLE_FOLDERS} data-pick={names[1]} />
    </>
  )
}
