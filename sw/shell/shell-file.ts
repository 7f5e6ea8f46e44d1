/** One file of the app shell, as listed by the build or the author of a worker. */
export interface ShellFile {
  /** path on the worker's origin, with a leading `/` */
  url: string
  /**
   * The first 15 bytes of the file's SHA-256 in base64url. A file without a hash is fetched as `url?v=VERSION` and not
   * compared.
   */
  hash?: string
  /**
   * Whether the file is HTML with `<meta name="swipfs-version">`. A host may change such a page; the version shows
   * whether it is stale.
   */
  marked?: boolean
}

const HASH_BYTES = 15

/** Returns the hash of a file in the format of {@link ShellFile.hash}. */
export async function shellFileHash (bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, HASH_BYTES)
  return btoa(String.fromCharCode(...digest)).replaceAll('+', '-').replaceAll('/', '_')
}
