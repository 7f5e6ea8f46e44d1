/** A file in the list under the viewer. Entries of folders have these fields. */
export interface ViewerItem {
  name: string
  cid: string
  /** bytes; undefined if unknown */
  size: number | undefined
  /** `folder` for items that the viewer skips; other values are ignored */
  kind?: string
  /** modification time, if it is stored */
  modified?: Date | undefined
  /** time since which a pin keeps it, if known */
  since?: Date | undefined
}

/** The list under the viewer, for example an open folder. */
export interface ViewerList {
  /** address of the list, see `placeOf` */
  place: string
  /** CID of the folder, so that Inspect keeps the name of a file; undefined if unknown, or if it is no folder */
  cid?: string | undefined
  /** items in the order of the list */
  items: readonly ViewerItem[]
  /** Moves the keyboard focus to an item, after the viewer was closed. */
  focus: (name: string) => void
}
