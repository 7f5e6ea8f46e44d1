/** Small files by name, which are written as a whole. */
export interface CopyFiles {
  names: () => Promise<string[]>
  /** undefined where there is none, or it cannot be read; rejects where the browser does not say */
  read: (name: string) => Promise<Uint8Array | undefined>
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  remove: (name: string) => Promise<void>
}
