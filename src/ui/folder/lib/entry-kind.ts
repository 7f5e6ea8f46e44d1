import { words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'

/** Kind of a folder's entry. Files are classified by their names. */
export type EntryKind = 'folder' | 'image' | 'video' | 'audio' | 'text' | 'pdf' | 'archive' | 'file'

export const ENTRY_KINDS: Readonly<Record<EntryKind, Words>> = {
  folder: words('Folder'),
  image: words('Image'),
  video: words('Video'),
  audio: words('Audio'),
  text: words('Text'),
  pdf: words('PDF'),
  archive: words('Archive'),
  file: words('File')
}

const EXTENSIONS: Partial<Record<EntryKind, string>> = {
  image: 'apng avif bmp gif heic ico jpeg jpg jxl png svg tif tiff webp',
  video: 'avi m4v mkv mov mp4 mpeg mpg ogv webm',
  audio: 'aac aiff flac m4a mid mp3 oga ogg opus wav weba',
  pdf: 'pdf',
  archive: '7z bz2 car gz rar tar tgz xz zip zst',
  text: 'c cpp css csv go h htm html ini java js json log md mjs py rs sh srt toml ts tsx txt vtt xml yaml yml'
}

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, list]) =>
    list.split(' ').map((extension) => [extension, kind as EntryKind])
  )
)

/** Returns the kind of a file by its extension. */
export function entryKind (name: string): EntryKind {
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) : undefined) ?? 'file'
}
