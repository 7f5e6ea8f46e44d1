import { words } from './t.ts'
import type { Words } from './t.ts'







/** What an entry of a folder is, by its name where nothing else tells. */
export type EntryKind = 'folder' | 'picture' | 'film' | 'sound' | 'text' | 'file'

export const ENTRY_KINDS: Readonly<Record<EntryKind, Words>> = { folder: words('Folder'), picture: words('Picture'), film: words('Film'), sound: words('Sound'), text: words('Text'), file: words('Other file') }

const EXTENSIONS: Partial<Record<EntryKind, string>> = {
  picture: 'apng avif bmp gif heic ico jpeg jpg jxl png svg tif tiff webp',
  film: 'avi m4v mkv mov mp4 mpeg mpg ogv webm',
  sound: 'aac aiff flac m4a mid mp3 oga ogg opus wav weba',
  text: 'c cpp css csv go h htm html ini java js json log md mjs py rs sh srt toml ts tsx txt vtt xml yaml yml'
}

const BY_EXTENSION = new Map(Object.entries(EXTENSIONS).flatMap(([kind, list]) => list.split(' ').map((extension) => [extension, kind as EntryKind])))

/** The kind of a file by the end of its name. */
export function entryKind (name: string): EntryKind {
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) : undefined) ?? 'file'
}
