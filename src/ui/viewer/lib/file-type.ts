import type { ViewerKind } from '../../content/lib/viewer-kind.ts'
import { words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'

/** Names of the kinds of files. */
export const KIND_NAMES: Readonly<Record<ViewerKind, Words>> = {
  image: words('Image'),
  video: words('Video'),
  audio: words('Audio'),
  pdf: words('PDF document'),
  markdown: words('Markdown text'),
  json: words('JSON data'),
  text: words('Text'),
  other: words('File')
}

/** Returns the extension of a file name in capitals, such as `ZIP`; undefined if there is none. */
export function extensionOf (name: string): string | undefined {
  return /[^.]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1].toUpperCase()
}
