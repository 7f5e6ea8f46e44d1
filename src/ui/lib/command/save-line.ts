import { ranLine } from './ran-line.ts'

/** The line that gives the same bytes as a link that saves a content: a file as it is, a folder as TAR. */
export function saveLine (cid: string, isFolder: boolean): string {
  return isFolder ? ranLine('get', [cid], { archive: 'true' }) : ranLine('cat', [cid])
}
