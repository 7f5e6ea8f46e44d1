import { defineError } from '../../../src/errors/define-error.ts'
import type { Sql } from '../../../src/store/sql/sql.ts'
import { MAX_BODY_BYTES } from '../../request/bounded-body.ts'
import { PartRows } from './part-rows.ts'
import type { PartRow, PartUploadState } from './part-rows.ts'
import type { PartsBucket } from './parts-bucket.ts'

const MIB = 1024 * 1024

/** Limits of R2 (developers.cloudflare.com/r2/platform/limits). */
const MIN_PART_BYTES = 5 * MIB
const MAX_PARTS = 10_000

const PART_BYTES = 32 * MIB

/** Parts named in an error. */
const SHOWN_PARTS = 10

/** A call that the state of an upload does not allow. `status` is that of the answer. */
export class UploadRefusedError extends defineError('UploadRefusedError') {
  readonly status: number

  constructor (message: string, status = 400) {
    super(message)
    this.status = status
  }
}

export interface PartUploadsInit {
  sql: Sql
  bucket: PartsBucket
  /** time without a call after which an upload is given up */
  keepMs: number
  now: () => number
}

/**
 * An upload of one object in parts, as the bucket has it, with the parts that it has received. The front worker stores
 * the parts. An upload that gets no part for a day is deleted.
 */
export class PartUploads {
  readonly #init: PartUploadsInit
  readonly #rows: PartRows

  constructor (init: PartUploadsInit) {
    this.#init = init
    this.#rows = new PartRows(init.sql)
  }

  get state (): PartUploadState | undefined {
    return this.#rows.read()
  }

  /**
   * Begins an upload, or continues the one that is under way.
   *
   * @param asked - text of the client
   * @throws UploadRefusedError
   */
  async begin (name: string, asked: { size: string | null; partSize: string | null }): Promise<void> {
    const state = this.state
    const size = wholeNumber('size', asked.size)
    const partBytes = partBytesOf(size, wholeNumber('part-size', asked.partSize))

    if (state?.phase === 'uploading' || state?.phase === 'completing') {
      const isSame = (asked.size == null || size === state.size) &&
        (asked.partSize == null || partBytes === state.partBytes)

      if (!isSame) {
        throw new UploadRefusedError(`an upload of ${name} with other sizes is under way: cancel it first`, 409)
      }

      this.#renew(state)
      return
    }

    await this.discard()
    // If this is interrupted, the bucket gives up the upload itself, after a week.
    const { uploadId: id } = await this.#init.bucket.createMultipartUpload(name)
    this.#renew({ name, id, partBytes, ...size == null ? {} : { size }, untilMs: 0, phase: 'uploading' })
  }

  /**
   * Returns the id of the upload, for the part that follows.
   *
   * @throws UploadRefusedError if the part does not fit
   */
  expect (part: number, size: number): string {
    const state = this.#open()
    const { partBytes, size: all } = state

    if (!Number.isInteger(part) || part < 1 || part > MAX_PARTS) {
      throw new UploadRefusedError(`argument "part" must be a number from 1 to ${MAX_PARTS}`)
    }

    const rest = all == null ? undefined : Math.max(0, Math.min(partBytes, all - (part - 1) * partBytes))

    if (rest == null ? size === 0 || size > partBytes : size !== rest || rest === 0) {
      throw new UploadRefusedError(
        `part ${part} has ${size} bytes, but must have ${rest ?? `${partBytes}, or less as the last one`}`
      )
    }

    this.#renew(state)
    return state.id
  }

  /** Records a part that the bucket has stored. */
  record (id: string, part: PartRow): void {
    if (this.#open().id !== id) {
      throw new UploadRefusedError('the upload was cancelled', 409)
    }

    this.#rows.putPart(part)
  }

  /**
   * Makes the object of the parts. May be repeated.
   *
   * @throws UploadRefusedError if parts are missing
   */
  async complete (): Promise<void> {
    const state = this.state

    if (state?.phase === 'uploaded') {
      return
    }

    const { name, id } = this.#open()
    const { bucket } = this.#init
    const parts = this.#rows.parts()
    this.#check(parts)
    const completing = state!.phase === 'completing'
      ? state!
      : { ...state!, phase: 'completing' as const, before: (await bucket.head(name))?.etag }
    this.#rows.write(completing)

    const size = sizeOf(parts)

    try {
      const { etag } = await bucket.resumeMultipartUpload(name, id)
        .complete(parts.map(({ n, etag }) => ({ partNumber: n, etag })))
      this.#completed(completing, etag, size)
    } catch (err) {
      // The answer of the bucket to an earlier call may have been lost.
      const object = await bucket.head(name)

      if (object == null || object.size !== size || object.etag === completing.before) {
        throw err
      }

      this.#completed(completing, object.etag, size)
    }
  }

  /** Gives up the upload, and deletes its parts or its object. May be repeated. */
  async discard (): Promise<void> {
    const state = this.state

    if (state == null) {
      return
    }

    const { name, id, phase, before } = state
    const { bucket } = this.#init

    if (phase !== 'uploaded') {
      await bucket.resumeMultipartUpload(name, id).abort().catch(ignoreMissing)
    }

    if (phase !== 'uploading') {
      const object = await bucket.head(name)
      const isOurs = phase === 'uploaded' ? object?.etag === state.etag : object != null && object.etag !== before

      if (isOurs) {
        await bucket.delete(name)
      }
    }

    this.#rows.drop()
  }

  /** Forgets the upload, whose object has another owner now. */
  handOver (): void {
    this.#rows.drop()
  }

  /** The public part of the state. */
  shown (): object {
    const { name, phase, size, partBytes, untilMs } = this.state!
    const parts = this.#rows.parts()
    return {
      Name: name,
      State: phase === 'uploaded' ? 'uploaded' : 'uploading',
      ...size == null ? {} : { Size: size },
      PartSize: partBytes,
      Parts: parts.map(({ n }) => n),
      Received: phase === 'uploaded' ? size : sizeOf(parts),
      Until: new Date(untilMs).toISOString()
    }
  }

  #completed (state: PartUploadState, etag: string, size: number): void {
    this.#renew({ ...state, phase: 'uploaded', etag, size })
  }

  #renew (state: PartUploadState): void {
    const { now, keepMs } = this.#init
    this.#rows.write({ ...state, untilMs: now() + keepMs })
  }

  #open (): PartUploadState {
    const state = this.state

    if (state == null || state.phase === 'uploaded') {
      throw new UploadRefusedError('no upload of this name is under way: begin one by swipfs/bucket/upload', 404)
    }

    return state
  }

  #check (parts: PartRow[]): void {
    const { partBytes, size } = this.#open()
    const count = size == null ? parts.at(-1)?.n ?? 1 : Math.ceil(size / partBytes)
    const stored = new Set(parts.map(({ n }) => n))
    const missing = Array.from({ length: count }, (_, i) => i + 1).filter((n) => !stored.has(n))

    if (missing.length > 0) {
      const rest = missing.length > SHOWN_PARTS ? ', …' : ''
      throw new UploadRefusedError(
        `${missing.length} of ${count} parts are missing: ${missing.slice(0, SHOWN_PARTS).join(', ')}${rest}`
      )
    }

    const short = parts.slice(0, -1).find(({ size }) => size !== partBytes)

    if (short != null) {
      throw new UploadRefusedError(`part ${short.n} is not the last one, so it must have ${partBytes} bytes`)
    }
  }
}

function sizeOf (parts: PartRow[]): number {
  return parts.reduce((all, { size }) => all + size, 0)
}

function wholeNumber (name: string, text: string | null): number | undefined {
  if (text == null) {
    return undefined
  }

  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new UploadRefusedError(`argument "${name}" must be a number of bytes`)
  }

  return Number(text)
}

/** Returns the length of parts: as asked for, or as many MiB as the size needs. */
function partBytesOf (size = 0, asked?: number): number {
  const bytes = asked ?? Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / MIB) * MIB)

  if (bytes < MIN_PART_BYTES || bytes > MAX_BODY_BYTES) {
    throw new UploadRefusedError(
      `parts must have ${MIN_PART_BYTES} to ${MAX_BODY_BYTES} bytes${asked == null ? ': the object is too large' : ''}`
    )
  }

  if (size > bytes * MAX_PARTS) {
    throw new UploadRefusedError(`an upload has at most ${MAX_PARTS} parts: choose a larger part-size`)
  }

  return bytes
}

/** Ignores the error that an upload does not exist (10024 of R2's binding). */
function ignoreMissing (err: unknown): void {
  if (!/10024|NoSuchUpload|does not exist/.test(String((err as Error).message))) {
    throw err
  }
}
