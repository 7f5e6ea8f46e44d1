/** A persistent flag that is stored outside of the data that it describes. */
export interface Mark {
  isSet: () => Promise<boolean>
  set: () => Promise<void>
  clear: () => Promise<void>
}
