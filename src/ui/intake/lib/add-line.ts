import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import type { Picked } from './picked.ts'

/** Limit of names in a readable line. */
const MAX_NAMES = 10

/**
 * Returns the command line that stored the files, for a terminal with the same files.
 *
 * @returns undefined if the line would be too long
 */
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
