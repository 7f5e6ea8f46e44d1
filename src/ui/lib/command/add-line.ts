import { pinName } from '../pin-name.ts'
import type { Picked } from '../picked.ts'
import { ranLine } from './ran-line.ts'

/** Of more names than that it would be no line to read. */
const MAX_NAMES = 10

/** What stored it, for a terminal that has the same files. @returns undefined where its line would be too long */
export function addLine ({ name, kind, wrap, toFiles, entries, handle, dates }: Picked): string | undefined {
  if (wrap === true && entries.length > MAX_NAMES) {
    return undefined
  }

  return ranLine('add', wrap === true ? entries.map(({ path }) => path) : [name], {
    'cid-version': '1',
    ...toFiles == null ? { 'pin-name': pinName(name) } : { pin: 'false', 'to-files': toFiles },
    ...handle == null ? {} : { nocopy: 'true' },
    ...dates === true ? { 'preserve-mtime': 'true' } : {},
    ...kind === 'folder' && wrap !== true ? { recursive: 'true' } : {},
    ...wrap === true ? { 'wrap-with-directory': 'true' } : {}
  })
}
