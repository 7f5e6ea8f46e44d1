import type { RefObject } from 'preact'
import { fromFiles } from '../lib/picked.ts'
import type { Reading } from '../lib/reading.ts'

/** Supported by all browsers, but missing in the JSX types. */
const WHOLE_FOLDERS = { webkitdirectory: true }

export interface FilePickersProps {
  /** refs of the hidden inputs; the folder input is for `openFolderPicker` */
  files: RefObject<HTMLInputElement | null>
  folder: RefObject<HTMLInputElement | null>
  archives: RefObject<HTMLInputElement | null>
  take: (read: Reading) => void
}

/** Hidden file inputs, including a folder input for browsers without handles. */
export function FilePickers ({ files, folder, archives, take }: FilePickersProps) {
  const field = {
    type: 'file',
    hidden: true,
    'aria-hidden': true,
    tabIndex: -1,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      pick(currentTarget)
    }
  } as const

  function pick (input: HTMLInputElement): void {
    const picked = fromFiles(input.files ?? [])
    take(async () => await picked)
    input.value = '' // So that the same file can be chosen again.
  }

  return (
    <>
      <input ref={files} {...field} multiple data-pick='files' />
      <input ref={folder} {...field} {...WHOLE_FOLDERS} data-pick='folder' />
      <input ref={archives} {...field} multiple accept='.car' data-pick='cars' />
    </>
  )
}
