import { viewerKind } from '../../content/lib/viewer-kind.ts'
import { entryKind } from '../../folder/lib/entry-kind.ts'
import type { EntryKind } from '../../folder/lib/entry-kind.ts'
import { t } from '../../lib/text/t.ts'
import { extensionOf, KIND_NAMES } from '../../viewer/lib/file-type.ts'

/** The facts of a link or an entry that determine its type. */
interface Typed {
  name: string
  /** media type */
  type?: string | undefined
  isFolder?: boolean
}

/** Describes the type of a shared item, such as `Video` or `ZIP file`. */
export function typeWords ({ name, type = '', isFolder }: Typed): string {
  if (isFolder === true) {
    return t('Folder')
  }
  const kind = viewerKind(type, name)
  const extension = extensionOf(name)
  return kind === 'other' && extension != null ? t('{extension} file', { extension }) : t(KIND_NAMES[kind])
}

/** Returns the icon of a shared item. */
export function typeIcon ({ name, type = '', isFolder }: Typed): EntryKind {
  if (isFolder === true) {
    return 'folder'
  }
  const kind = viewerKind(type, name)
  return kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'pdf' ? kind : entryKind(name)
}
