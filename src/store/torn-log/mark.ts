/** Something that is there or is not, outside of what it speaks of. */
export interface Mark {
  isSet: () => Promise<boolean>
  set: () => Promise<void>
  clear: () => Promise<void>
}
