import type { CID } from 'multiformats/cid'
import type { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { isInlined } from './cid-builder.ts'
import type { CidBuilder } from './cid-builder.ts'

/** The position of a leaf in its source file, for imports that store references instead of leaves. */
export interface FilePlace {
  /** the path of the file (`ImportEntry.abspath`) */
  abspath: string
  /** the offset of the first byte */
  offset: number
}

/**
 * Receives finished blocks; the next one follows when the promise resolves. Do not modify the bytes, which may be
 * shared with the input.
 */
export type BlockSink = (cid: CID, bytes: Uint8Array, leaf?: LeafSource) => Promise<void> | void

/** The source of a leaf. */
export interface LeafSource {
  /** the file range to reference (`ImportOptions.nocopy`) */
  place?: FilePlace
  /** whether the bytes are only the payload of the dag-pb leaf (`leafOf`); set only with `ImportOptions.stage` */
  isContent?: boolean
}

export interface PipelineLimits {
  /** the maximum size in bytes of blocks that are in flight (hashed or waiting to be written) */
  maxBytes: number
  /** the maximum number of blocks in flight */
  maxBlocks: number
}

const LIMITS: PipelineLimits = { maxBytes: 16 * 1024 * 1024, maxBlocks: 512 }

/**
 * Hashes blocks in parallel and passes them to a sink one by one, in the order in which they were added. Bounds the
 * blocks in flight: reading, hashing and writing overlap, and memory stays constant.
 */
export class BlockPipeline {
  readonly #sink: BlockSink
  readonly #cids: CidBuilder
  readonly #limits: PipelineLimits
  #written: Promise<void> = Promise.resolve()
  /** promises after which a block is added */
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
   * Resolves when a block of this many bytes may be added (backpressure). A block larger than the limit waits for an
   * empty pipeline.
   *
   * @throws earlier errors of the hash function or the sink
   */
  async room (bytes: number): Promise<void> {
    while (this.#failure == null && this.#isFull(bytes)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }

    this.#throwFailure()
  }

  /** Adds a block. The CID resolves before the block is written. Never waits: call `room` first. */
  add (codec: typeof CODEC.raw | typeof CODEC.dagPb, bytes: Uint8Array, leaf?: LeafSource): Promise<CID> {
    this.#bytes += bytes.length
    this.#blocks++

    const cid = leaf?.isContent === true ? this.#cids.sumLeaf(bytes) : this.#cids.sum(codec, bytes)
    this.#written = this.#written.then(() => this.#write(cid, bytes, leaf))
    return cid
  }

  /**
   * Announces a block that will be added later, such as a node above unfinished ones, so that `drain` waits for it.
   *
   * @param added - settles when `add` was called for the block, or will not be called
   */
  expect (added: Promise<unknown>): void {
    const forget = (): void => {
      this.#coming.delete(added)
    }
    this.#coming.add(added)
    added.then(forget, forget)
  }

  /**
   * Resolves when the sink has received all blocks, including announced ones.
   *
   * @throws errors of the hash function or the sink
   */
  async drain (): Promise<void> {
    while (this.#coming.size > 0) {
      await Promise.allSettled(this.#coming)
    }

    await this.#written
    this.#throwFailure()
  }

  /**
   * Stops passing blocks to the sink, and resolves when the sink has finished the current one. No effect after `drain`.
   */
  async stop (): Promise<void> {
    this.#failure ??= { error: new Error('the import was stopped') }
    this.#wake()
    await this.#written
  }

  /**
   * Writes a block. Never rejects: records the failure for later calls. After a failure nothing more reaches the sink.
   */
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
