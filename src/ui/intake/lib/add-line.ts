import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import type { Placed } from './picked.ts'

/** Returns the command line that stored an item, for a terminal with the same files. */
export function addLine ({ name, kind, toFiles, handle, dates, car }: Placed): string {
  if (car === true) {
    return ranLine('dag/import', [name], { stats: 'true' })
  }
  return ranLine('add', [name], {
    'cid-version': '1',
    ...handle == null ? { pin: 'false', 'to-files': toFiles } : { 'pin-name': pinName(name), nocopy: 'true' },
    ...dates === true ? { 'preserve-mtime': 'true' } : {},
    ...kind === 'folder' ? { recursive: 'true' } : {}
  })
}
