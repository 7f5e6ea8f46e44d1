/** Limits of rows that an app may store in the node: keys, names, states. Larger data should be stored as content. */
export const APP_DATA_LIMITS = {
  /** characters of a key */
  keyChars: 1024,
  /** bytes of a value */
  valueBytes: 1024 * 1024,
  /** rows per read */
  rows: 256,
  /** written rows, and removed rows, per call */
  changedRows: 16_384,
  /** total bytes of values per write */
  changedBytes: 64 * 1024 * 1024,
  /** keys per listing */
  keys: 100_000
}
