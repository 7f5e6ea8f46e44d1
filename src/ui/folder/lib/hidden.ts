import { BIN_NAME } from './bin.ts'

/** Name of the MFS folder with the folders that were made of several items to share them, by CID. */
const SHARED_NAME = '.shared'

const HIDDEN: readonly string[] = [BIN_NAME, SHARED_NAME]

/** Returns the path at which a folder is kept that was made for sharing. */
export function sharedCopy (cid: string): string {
  return `/${SHARED_NAME}/${cid}`
}

/** Removes the app's own folders from the entries of the root folder. */
export function withoutHidden<E extends { name: string }> (path: string, entries: readonly E[]): readonly E[] {
  return path === '/' && entries.some(({ name }) => HIDDEN.includes(name))
    ? entries.filter(({ name }) => !HIDDEN.includes(name))
    : entries
}
