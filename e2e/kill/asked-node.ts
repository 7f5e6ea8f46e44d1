/** A file of bytes that follow from its seed, or given ones (base64). */
export interface SentFile {
  name: string
  seed?: number
  sizeBytes?: number
  base64?: string
}

export interface Answer {
  status: number
  text: string
  /** the body broke off, or there was no answer at all */
  broken: boolean
}

/** A node, as it is asked wherever it runs. */
export interface AskedNode {
  /** Calls the RPC. Never throws for what the node answers. @throws GoneError when what it runs in is gone */
  rpc: (target: string, files?: SentFile[]) => Promise<Answer>
  /** Whether an answer has the bytes of a seed, and no others. */
  reads: (target: string, seed: number, sizeBytes: number) => Promise<boolean>
  /** The sizes of blocks, as `block/stat` tells them. */
  sizesOf: (cids: string[]) => Promise<number[]>
}
