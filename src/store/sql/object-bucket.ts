/** The subset of an R2 bucket that segments need: named objects, each written once and as a whole. */
export interface ObjectBucket {
  /** Resolves when the object is durable. */
  put: (name: string, bytes: Uint8Array) => Promise<unknown>
  /** Returns an object or a range of it; null if the object does not exist. */
  get: (
    name: string,
    options?: { range: { offset: number; length: number } }
  ) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer> } | null>
  /** Deletes an object. A missing object is no error. */
  delete: (name: string) => Promise<void>
}
