import { entryKind } from '../../folder/lib/entry-kind.ts'

/** Kind of viewer for a file; `other` has none. */
export type ViewerKind = 'image' | 'video' | 'audio' | 'json' | 'markdown' | 'text' | 'pdf' | 'other'

const BY_TYPE: ReadonlyArray<readonly [pattern: RegExp, kind: ViewerKind]> = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/^application\/(?:[\w.-]+\+)?json$/, 'json'],
  [/^text\/(?:x-)?markdown$/, 'markdown'],
  [
    /^text\/|^application\/(?:(?:[\w.-]+\+)?xml|javascript|x-javascript|ecmascript|toml|x?-?yaml|x-sh|sql|x-httpd-php|typescript)$/,
    'text'
  ]
]

/**
 * @param type - from the gateway
 * @param name - if it has one: a file of unknown type may be text by its extension
 */
export function viewerKind (type: string, name: string): ViewerKind {
  const essence = type.split(';', 1)[0].trim().toLowerCase()

  if (
    /\.(?:md|markdown|mdown|mkd)$/i.test(name) &&
    (essence.startsWith('text/') || essence === 'application/octet-stream')
  ) {
    return 'markdown'
  }

  // MPEG transport streams have the extension of TypeScript, which is more common here.
  if (/\.[cm]?tsx?$/i.test(name)) {
    return 'text'
  }

  return BY_TYPE.find(([pattern]) => pattern.test(essence))?.[1] ?? (entryKind(name) === 'text' ? 'text' : 'other')
}
