import { decodeCarHeader } from '../../../src/car/car-header.ts'
import { CARV2_HEADER_BYTES, decodeCarV2Header, PRAGMA_BYTES } from '../../../src/car/carv2-header.ts'
import { importCar } from '../../../src/dag/import-car.ts'
import type { ImportTotals } from '../../../src/dag/import-car.ts'
import type { ObjectBucket } from '../../../src/store/sql/object-bucket.ts'
import { importEntries } from '../../../src/unixfs/import/entries/import-entries.ts'
import { AREA } from '../../request/forwarded.ts'
import { fromWireText, toWireText } from '../frames.ts'
import type { FrontMessage, ImportSettings } from '../messages.ts'
import type { PartsBucket } from '../parts/parts-bucket.ts'
import { SegmentUploads } from '../segment-uploads.ts'
import { adoptFrames } from './adopt-frames.ts'
import type { SegmentRequest } from './answer-segments.ts'
import { firstSection, wholeSections } from './car-sections.ts'
import type { SectionEnd } from './car-sections.ts'
import { importAbove, importLeaves } from './file-leaves.ts'
import type { ImportRows, ImportState } from './import-state.ts'
import { asUnavailable, UnavailableError } from './unavailable.ts'

/** Bytes of a read of the bucket. */
const READ_BYTES = 4 * 1024 * 1024

/** Segments that are asked of the node at once. */
const SEGMENTS = 4

export interface ImportStepsInit {
  rows: ImportRows
  bucket: PartsBucket
  askNode: (request: Request) => Promise<Response>
  /** bytes of the object that one step reads */
  stepBytes: number
}

/** The steps of an import. An interrupted step is done again from its beginning. */
export class ImportSteps {
  readonly #rows: ImportRows
  readonly #bucket: PartsBucket
  readonly #askNode: ImportStepsInit['askNode']
  readonly #stepBytes: number

  constructor ({ rows, bucket, askNode, stepBytes }: ImportStepsInit) {
    this.#rows = rows
    this.#bucket = bucket
    this.#askNode = askNode
    this.#stepBytes = stepBytes
  }

  /**
   * Does the next step, and stores the state.
   *
   * @throws UnavailableError to try again; other errors if the import cannot succeed
   */
  async run (state: ImportState, signal: AbortSignal): Promise<void> {
    this.#rows.dropAfter(state.steps)

    switch (state.phase) {
      case 'reading':
        await (state.settings == null ? this.#readCar(state, signal) : this.#readFile(state, signal))
        break
      case 'linking':
        await this.#link(state, signal)
        break
      case 'adopting':
        await this.#adopt(state, signal)
        break
      default:
        await this.clean(state)
    }
  }

  async #readCar (before: ImportState, signal: AbortSignal): Promise<void> {
    const state = before.position === 0 ? await this.#openCar(before) : before
    const { start, end, position } = state
    const uploads = this.#uploads(state)
    const { header } = this.#rows
    const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
    let part: SectionEnd | undefined

    await importCar(
      chainBytes(
        header,
        wholeSections(this.#range(state, start + position, end), this.#stepBytes, (ended) => {
          part = ended
        })
      ),
      {
        put: async ({ cid, bytes }) => {
          await uploads.put(cid, bytes)
        },
        totals,
        allowBigBlock: new URLSearchParams(state.query).get('allow-big-block') === 'true',
        signal
      }
    )
    await uploads.flush()
    this.#advance(state, {
      phase: part!.isLast ? 'adopting' : 'reading',
      position: position + part!.bytes,
      roots: [...totals.roots.keys()],
      blocks: state.blocks + totals.blocks,
      bytes: state.bytes + totals.bytes
    })
  }

  /** Finds the CARv1 in the object, and stores its header. */
  async #openCar (state: ImportState): Promise<ImportState> {
    const read = async (from: number, length: number): Promise<Uint8Array> =>
      from >= state.end ? new Uint8Array(0) : await this.#read(state, from, Math.min(length, state.end - from))
    let [start, end] = [0, state.end]
    let header = await firstSection(async (offset, length) => await read(offset, length))

    if (header.byteLength === PRAGMA_BYTES && decodeCarHeader(header.subarray(1)).version === 2n) {
      const { dataOffset, dataSize } = decodeCarV2Header(await read(PRAGMA_BYTES, CARV2_HEADER_BYTES))
      start = dataOffset
      end = Math.min(end, dataOffset + dataSize)
      header = await firstSection(async (offset, length) => await read(dataOffset + offset, length))
    }

    this.#rows.header = header
    return { ...state, start, end, position: header.byteLength }
  }

  /** Stores leaves of a file. A file that fits into one step is imported as a whole, by the next one. */
  async #readFile (state: ImportState, signal: AbortSignal): Promise<void> {
    const { start, end, position, steps } = state

    if (end - start <= this.#stepBytes) {
      this.#rows.write({ ...state, phase: 'linking' })
      return
    }

    const uploads = this.#uploads(state)
    const { leaves, bytes, isLast } = await importLeaves(
      this.#range(state, start + position, end),
      settingsOf(state),
      {
        put: async (cid, bytes) => {
          await uploads.put(cid, bytes)
        },
        maxBytes: this.#stepBytes,
        signal
      }
    )
    await uploads.flush()
    this.#rows.addLeaves(steps, leaves)
    this.#advance(state, {
      phase: isLast ? 'linking' : 'reading',
      position: position + bytes,
      blocks: state.blocks + leaves.length,
      bytes: state.bytes + bytes
    })
  }

  /** Makes the nodes above the leaves, and the events of `add`. */
  async #link (state: ImportState, signal: AbortSignal): Promise<void> {
    const { start, end, position, steps, fileName = '' } = state
    const uploads = this.#uploads(state)
    const isRead = position > 0
    let [blocks, bytes] = [0, 0]

    const entries = (async function* (content: AsyncIterable<Uint8Array>) {
      yield { path: fileName, kind: 'file' as const, content }
    })(isRead ? nothing() : this.#range(state, start, end))

    for await (
      const event of importEntries(entries, {
        ...settingsOf(state),
        sink: async (cid, made) => {
          await uploads.put(cid, made)
          blocks++
          bytes += made.byteLength
        },
        ...isRead ? { importBytes: importAbove(this.#rows.leaves()) } : {},
        signal
      })
    ) {
      const message: FrontMessage = { event: event.type === 'root' ? { ...event, notes: undefined } : event }
      this.#rows.addFrame(steps, { message: toWireText(message), bytes: new Uint8Array(0) })
    }

    await uploads.flush()
    this.#advance(state, {
      phase: 'adopting',
      position: end - start,
      blocks: state.blocks + blocks,
      bytes: state.bytes + bytes
    })
  }

  async #adopt (state: ImportState, signal: AbortSignal): Promise<void> {
    const result = await asUnavailable(
      adoptFrames(state, this.#rows.frames(), { askNode: this.#askNode, signal })
    )
    this.#rows.write({ ...state, phase: 'done', result })
  }

  /** Deletes what an ended import leaves. Its state stays. */
  async clean (state: ImportState): Promise<void> {
    const { name, owner, etag, phase } = state
    this.#rows.dropAfter(0)
    // A lease that is not given back ends on its own.
    await this.#askSegments({ owner, count: 0, isOver: true })

    // The content of a failed import may be imported in another way.
    if (state.isOwned === true && phase !== 'failed') {
      await this.deleteObject(name, etag)
    }

    this.#rows.write({ ...state, isClean: true })
  }

  /** Deletes an object unless it has been replaced. */
  async deleteObject (name: string, etag: string): Promise<void> {
    if ((await asUnavailable(this.#bucket.head(name)))?.etag === etag) {
      await asUnavailable(this.#bucket.delete(name))
    }
  }

  #advance (state: ImportState, changes: Partial<ImportState>): void {
    this.#rows.write({ ...state, ...changes, steps: state.steps + 1, failures: 0, result: '' })
  }

  /** Writes blocks into leased segments, and records their places for the node. */
  #uploads ({ owner, steps }: ImportState): SegmentUploads {
    let granted: number[] = []

    return new SegmentUploads({
      bucket: this.#unavailable(),
      fallsBack: false,
      send: async (message, bytes = new Uint8Array(0)) => {
        this.#rows.addFrame(steps, { message: toWireText(message), bytes })
      },
      nextSegment: async () => {
        granted = granted.length > 0 ? granted : await this.#askSegments({ owner, count: SEGMENTS, isOver: false })
        return granted.shift()!
      }
    })
  }

  async *#range (state: ImportState, from: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < end; at += READ_BYTES) {
      yield await this.#read(state, at, Math.min(READ_BYTES, end - at))
    }
  }

  async #read ({ name, etag }: ImportState, offset: number, length: number): Promise<Uint8Array> {
    const object = await this.#unavailable().get(name, { range: { offset, length } }) as
      | { arrayBuffer: () => Promise<ArrayBuffer>; etag: string }
      | null

    if (object?.etag !== etag) {
      throw new Error(`${name} has changed during its import`)
    }

    return new Uint8Array(await object.arrayBuffer())
  }

  async #askSegments (asked: SegmentRequest): Promise<number[]> {
    const response = await asUnavailable(
      this.#askNode(
        new Request('https://node.invalid/', {
          method: 'POST',
          headers: { [AREA]: 'segments' },
          body: JSON.stringify(asked)
        })
      )
    )

    if (!response.ok) {
      throw new UnavailableError(`the node grants no segments: ${await response.text()}`)
    }

    return await response.json() as number[]
  }

  /** Returns the bucket, whose errors are recognized. */
  #unavailable (): ObjectBucket {
    return {
      get: async (...args) => await asUnavailable(this.#bucket.get(...args)),
      put: async (...args) => await asUnavailable(this.#bucket.put(...args)),
      delete: async (...args) => {
        await asUnavailable(this.#bucket.delete(...args))
      }
    }
  }
}

function settingsOf ({ settings }: ImportState): ImportSettings {
  return fromWireText(settings!) as ImportSettings
}

async function* chainBytes (first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

async function* nothing (): AsyncGenerator<Uint8Array> {}
