/** One file of the app shell, as the build or the author of a worker lists it. */
export interface ShellFile {
  /** path on the worker's origin, with a leading `/` */
  url: string
  /** The first 15 bytes of the file's SHA-256 in base64url. Without a hash the file is fetched as `url?v=VERSION` and not compared. */
  hash?: string
  /** Whether the file is HTML that carries `<meta name="swipfs-version">`. A host may change such a page; the version tells whether it is stale. */
  marked?: boolean
}

const HASH_BYTES = 15

/** Returns the hash of a file as {@link ShellFile.hash} has it. */
export async function shellFileHash (bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, HASH_BYTES)
  return btoa(String.fromCharCode(...digest)).replaceAll('+', '-').replaceAll('/', '_')
}
