/** An entry of a folder. */
export interface TreeEntry {
  cid: string
  isFolder: boolean
}

/** The entries of a folder by name. */
export type FolderEntries = ReadonlyMap<string, TreeEntry>

/** Lists the entries of a folder by its CID. */
export type ListFolder = (cid: string) => Promise<FolderEntries>

/** A folder without entries. */
export const NO_ENTRIES: FolderEntries = new Map()

/**
 * Folders of Files that belong to one device: its Bin, and folders that it made for sharing. They are not merged.
 */
export const OWN_FOLDERS: readonly string[] = ['.bin', '.shared']

/** Returns the entries of the root that devices share. */
export function sharedEntries (root: FolderEntries): FolderEntries {
  return new Map([...root].filter(([name]) => !OWN_FOLDERS.includes(name)))
}

/** Returns whether two entries have the same content, or neither exists. */
export function isSameEntry (a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  return a?.cid === b?.cid
}
