import { ENTRY_KINDS } from '../lib/entry-kind.ts'
import { entryLink } from '../lib/entry-link.ts'
import type { Place } from '../lib/entry-link.ts'
import type { FolderEntry } from '../lib/folder-entry.ts'
import { bytes } from '../lib/format.ts'
import { saveLink } from '../lib/save-link.ts'
import { openFolder } from '../state/folder.ts'
import type { Step } from '../state/folder.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'
import { Name } from './name.tsx'

/** One entry of a folder. @param way - to the folder. @param place - the folder below its content */
export function FolderRow ({ entry: { name, cid, kind, size, modified }, way, place }: { entry: FolderEntry, way: readonly Step[], place: Place }) {
  const isFolder = kind === 'folder'
  const href = entryLink(place, { name, cid })

  return (
    <li class='row'>
      <Icon of={isFolder ? 'folder' : 'file'} />
      <div class='row-text'>
        <p class='name'><Name of={name} /></p>
        <p class='facts'><span>{ENTRY_KINDS[kind]}{size != null && ` · ${bytes(size)}`}</span> {modified != null && <time dateTime={modified.toISOString()}>{modified.toLocaleDateString()}</time>} <Cid id={cid} /></p>
      </div>
      <div class='actions'>
        {isFolder && <button type='button' aria-label={`Look inside ${name}`} onClick={() => { void openFolder([...way, { cid, name }]) }}>Look inside</button>}
        <a class='button' href={isFolder ? `${href.split('?')[0]}/` : href} target='_blank' rel='noopener' aria-label={`Open ${name} in a new tab`}>Open</a>
        <a class='button' href={saveLink(cid, isFolder ? 'folder' : 'file', name)} aria-label={isFolder ? `Save ${name} as TAR` : `Save ${name}`}>Save</a>
        <CopyButton label='Copy CID' text={cid} what={`CID of ${name}`} />
      </div>
    </li>
  )
}
