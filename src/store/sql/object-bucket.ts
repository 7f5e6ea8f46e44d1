/** Objects by name, each written once and as a whole: the part of an R2 bucket that segments of blocks need. */
export interface ObjectBucket {
  /** Resolves when the object is durable. */
  put: (name: string, bytes: Uint8Array) => Promise<unknown>
  /** A part of an object; null where there is none of that name. */
  get: (name: string, options: { range: { offset: number, length: number } }) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer> } | null>
  /** That there is none is no error. */
  delete: (name: string) => Promise<void>
}
