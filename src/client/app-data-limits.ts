/** What an app may keep in rows beside the node: keys, names, states. Whatever is larger is content. */
export const APP_DATA_LIMITS = {
  /** characters of a key */
  keyChars: 1024,
  /** bytes of a value */
  valueBytes: 1024 * 1024,
  /** rows that are read at once */
  rows: 256,
  /** rows that are written, and that are removed, at once */
  changedRows: 16_384,
  /** bytes of all values that are written at once */
  changedBytes: 64 * 1024 * 1024,
  /** keys that are listed at once */
  keys: 100_000
}
