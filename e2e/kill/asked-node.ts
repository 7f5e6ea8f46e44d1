/** A file with bytes generated from its seed, or with given ones (base64). */
export interface SentFile {
  name: string
  seed?: number
  sizeBytes?: number
  base64?: string
}

export interface Answer {
  status: number
  text: string
  /** whether the body was aborted, or there was no answer at all */
  broken: boolean
}

/** A node under test, wherever it runs. */
export interface AskedNode {
  /**
   * Calls the RPC. Never throws for an error answer of the node.
   *
   * @throws GoneError if the page or process of the node is gone
   */
  rpc: (target: string, files?: SentFile[]) => Promise<Answer>
  /** Returns whether an answer has exactly the bytes of a seed. */
  reads: (target: string, seed: number, sizeBytes: number) => Promise<boolean>
  /** Returns the sizes of blocks, from `block/stat`. */
  sizesOf: (cids: string[]) => Promise<number[]>
}
