/** Small named files that are written as a whole. */
export interface CopyFiles {
  names: () => Promise<string[]>
  /** Returns undefined if the file is missing or cannot be read. Rejects if the browser does not answer. */
  read: (name: string) => Promise<Uint8Array | undefined>
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  remove: (name: string) => Promise<void>
}
