import type { CID } from 'multiformats/cid'
import type { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { isInlined } from './cid-builder.ts'
import type { CidBuilder } from './cid-builder.ts'

/** Where the bytes of a leaf lie in what is imported, for those who refer to it instead of storing it. */
export interface FilePlace {
  /** the file as its entry says (`ImportEntry.abspath`) */
  abspath: string
  /** of the first byte */
  offset: number
}

/**
 * Takes finished blocks; the next one comes when the promise resolves. Do not write to the bytes: they may be shared
 * with the input.
 */
export type BlockSink = (cid: CID, bytes: Uint8Array, leaf?: LeafSource) => Promise<void> | void

/** Of a leaf. */
export interface LeafSource {
  /** where its file is to be referred to (`ImportOptions.nocopy`) */
  place?: FilePlace
  /** the bytes are what is in it, and the block is their leaf (`leafOf`): only for who gives `ImportOptions.stage` */
  isContent?: boolean
}

export interface PipelineLimits {
  /** bytes of blocks that are being hashed or wait to be written */
  maxBytes: number
  /** number of such blocks */
  maxBlocks: number
}

const LIMITS: PipelineLimits = { maxBytes: 16 * 1024 * 1024, maxBlocks: 512 }

/**
 * Hashes blocks side by side and hands them to a sink one after the other, in the order in which they came,
 * with a bounded amount in flight: reading, hashing and writing overlap, memory stays flat.
 */
export class BlockPipeline {
  readonly #sink: BlockSink
  readonly #cids: CidBuilder
  readonly #limits: PipelineLimits
  #written: Promise<void> = Promise.resolve()
  /** what ends with the adding of a block */
  readonly #coming = new Set<Promise<unknown>>()
  #bytes = 0
  #blocks = 0
  #failure: { error: unknown } | undefined
  #waiting: Array<() => void> = []

  constructor (sink: BlockSink, cids: CidBuilder, limits: PipelineLimits = LIMITS) {
    this.#sink = sink
    this.#cids = cids
    this.#limits = limits
  }

  /**
   * Resolves when a block of so many bytes may be added. A block larger than the limit waits for an empty pipeline.
   *
   * @throws what the hashing or the sink threw before
   */
  async room (bytes: number): Promise<void> {
    while (this.#failure == null && this.#isFull(bytes)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }

    this.#throwFailure()
  }

  /** Adds a block; the CID comes before the block is written. Never waits: ask for `room` first. */
  add (codec: typeof CODEC.raw | typeof CODEC.dagPb, bytes: Uint8Array, leaf?: LeafSource): Promise<CID> {
    this.#bytes += bytes.length
    this.#blocks++

    const cid = leaf?.isContent === true ? this.#cids.sumLeaf(bytes) : this.#cids.sum(codec, bytes)
    this.#written = this.#written.then(() => this.#write(cid, bytes, leaf))
    return cid
  }

  /**
   * Announces a block that is added when others have their CIDs (a node above them), so that `drain` waits for it.
   *
   * @param added - settles when `add` has been called for it, or when it will not be
   */
  expect (added: Promise<unknown>): void {
    const forget = (): void => {
      this.#coming.delete(added)
    }
    this.#coming.add(added)
    added.then(forget, forget)
  }

  /**
   * Resolves when all blocks are with the sink, those that are expected too.
   *
   * @throws what the hashing or the sink threw
   */
  async drain (): Promise<void> {
    while (this.#coming.size > 0) {
      await Promise.allSettled(this.#coming)
    }

    await this.#written
    this.#throwFailure()
  }

  /** Nothing reaches the sink from now on; resolves when it is done with what it has. No effect after `drain`. */
  async stop (): Promise<void> {
    this.#failure ??= { error: new Error('the import was stopped') }
    this.#wake()
    await this.#written
  }

  /** Never rejects: the failure is kept for who comes next. After a failure nothing reaches the sink. */
  async #write (cid: Promise<CID>, bytes: Uint8Array, leaf: LeafSource | undefined): Promise<void> {
    try {
      const name = await cid

      if (this.#failure == null && !isInlined(name)) {
        await this.#sink(name, bytes, leaf)
      }
    } catch (error) {
      this.#failure ??= { error }
    }

    this.#bytes -= bytes.length
    this.#blocks--
    this.#wake()
  }

  #isFull (bytes: number): boolean {
    return this.#blocks > 0 && (this.#bytes + bytes > this.#limits.maxBytes || this.#blocks >= this.#limits.maxBlocks)
  }

  #wake (): void {
    this.#waiting.splice(0).forEach((resolve) => resolve())
  }

  #throwFailure (): void {
    if (this.#failure != null) {
      throw this.#failure.error
    }
  }
}
