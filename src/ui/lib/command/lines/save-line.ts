import { ranLine } from './ran-line.ts'

/** Returns the command line that returns the bytes of a download link: a file unchanged, a folder as TAR. */
export function saveLine (cid: string, isFolder: boolean): string {
  return isFolder ? ranLine('get', [cid], { archive: 'true' }) : ranLine('cat', [cid])
}
