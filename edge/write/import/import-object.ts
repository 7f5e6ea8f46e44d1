import { decodeCarHeader } from '../../../src/car/car-header.ts'
import { CARV2_HEADER_BYTES, decodeCarV2Header, PRAGMA_BYTES } from '../../../src/car/carv2-header.ts'
import { importCar } from '../../../src/dag/import-car.ts'
import type { ImportTotals } from '../../../src/dag/import-car.ts'
import { defineError, isError } from '../../../src/errors/define-error.ts'
import { plainError } from '../../../src/rpc/response/plain-responses.ts'
import type { ObjectBucket } from '../../../src/store/sql/object-bucket.ts'
import type { Env, ObjectState } from '../../engine/edge-types.ts'
import { objectSql } from '../../engine/object-sql.ts'
import { AREA } from '../../request/forwarded.ts'
import { NODE_NAME } from '../../request/node-name.ts'
import { toWireText } from '../frames.ts'
import { SegmentUploads } from '../segment-uploads.ts'
import { adoptFrames } from './adopt-frames.ts'
import type { SegmentRequest } from './answer-segments.ts'
import { firstSection, wholeSections } from './car-sections.ts'
import type { SectionEnd } from './car-sections.ts'
import { ImportRows } from './import-state.ts'
import type { ImportState } from './import-state.ts'

const MIB = 1024 * 1024

/** Bytes of a CAR that one event imports: some seconds, and about 20 requests to bucket and node. */
const STEP_BYTES = 64 * MIB

/** Bytes of a read of the bucket. */
const READ_BYTES = 4 * MIB

/** Segments that are asked of the node at once. */
const SEGMENTS = 4

/** Delay after a failure of bucket or node, and the number of failures after which the import ends. */
const RETRY_MS = 30_000
const MAX_FAILURES = 20

/** Options of `dag/import` that an import passes on. */
const OPTIONS = ['pin-roots', 'allow-big-block', 'local-only']

/** Bucket or node do not answer. The step is tried again. */
class UnavailableError extends defineError('UnavailableError') {}

type ReadBucket = ObjectBucket & { head: (name: string) => Promise<{ size: number; etag: string } | null> }

/**
 * Imports one CAR of the bucket, in steps of 64 MiB, each an event of its own that survives an eviction. Its blocks are
 * written into segments. At the end the node adopts all of them in one write session, as a `dag/import`.
 */
export class ImportObject {
  readonly #storage: ObjectState['storage']
  readonly #env: Env
  readonly #rows: ImportRows
  readonly #stepBytes: number

  constructor ({ storage }: ObjectState, env: Env, { stepBytes = STEP_BYTES } = {}) {
    this.#storage = storage
    this.#env = env
    this.#rows = new ImportRows(objectSql(storage))
    this.#stepBytes = stepBytes
  }

  /** Begins the import unless it is running, or returns its state. */
  async fetch ({ url }: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const name = searchParams.get('arg')!
    const state = this.#rows.read()

    if (pathname.endsWith('/stat')) {
      return state == null ? plainError(`no import of ${name} was begun`, 404) : Response.json(shownState(state))
    }

    if (state?.phase === 'reading' || state?.phase === 'adopting') {
      // An import that was given up by the engine continues.
      await this.#storage.setAlarm(Date.now())
      return Response.json(shownState(state))
    }

    const object = await this.#bucket.head(name)

    if (object == null) {
      return plainError(`${name} is not in the bucket`, 404)
    }

    const begun: ImportState = {
      name,
      owner: `import ${name} ${crypto.randomUUID()}`,
      query: new URLSearchParams([['stats', 'true'], ...[...searchParams].filter(([key]) => OPTIONS.includes(key))])
        .toString(),
      phase: 'reading',
      etag: object.etag,
      start: 0,
      end: object.size,
      position: 0,
      steps: 0,
      failures: 0,
      roots: [],
      blocks: 0,
      bytes: 0,
      result: ''
    }
    this.#rows.dropAfter(0)
    this.#rows.write(begun)
    await this.#storage.setAlarm(Date.now())
    return Response.json(shownState(begun))
  }

  /** Does the next step. */
  async alarm (): Promise<void> {
    const state = this.#rows.read()

    if (state?.phase !== 'reading' && state?.phase !== 'adopting') {
      return
    }

    try {
      await (state.phase === 'reading' ? this.#readStep(state) : this.#adopt(state))
      await this.#storage.setAlarm(Date.now())
    } catch (err) {
      await this.#failed(state, err as Error)
    }
  }

  async #readStep (before: ImportState): Promise<void> {
    const state = before.position === 0 ? await this.#open(before) : before
    const { owner, start, end, position, steps } = state
    this.#rows.dropAfter(steps)
    let granted: number[] = []

    const uploads = new SegmentUploads({
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
        signal: new AbortController().signal
      }
    )
    await uploads.flush()
    this.#rows.write({
      ...state,
      phase: part!.isLast ? 'adopting' : 'reading',
      position: position + part!.bytes,
      steps: steps + 1,
      failures: 0,
      roots: [...totals.roots.keys()],
      blocks: state.blocks + totals.blocks,
      bytes: state.bytes + totals.bytes
    })
  }

  /** Finds the CARv1 in the object, and stores its header. */
  async #open (state: ImportState): Promise<ImportState> {
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

  async #adopt (state: ImportState): Promise<void> {
    const result = await adoptFrames(state, this.#rows.frames(), async (request) => await this.#node.fetch(request))
      .catch((err: Error) => {
        throw new UnavailableError(err.message, { cause: err })
      })
    this.#rows.write({ ...state, phase: 'done', result })
    this.#rows.dropAfter(0)
    // Otherwise the lease ends on its own.
    await this.#askSegments({ owner: state.owner, count: 0, isOver: true }).catch(() => {})
  }

  /** Tries again later, if bucket or node have failed. Another error is one of the CAR, and ends the import. */
  async #failed (state: ImportState, err: Error): Promise<void> {
    const failures = state.failures + 1

    if (isError(err, UnavailableError) && failures < MAX_FAILURES) {
      this.#rows.write({ ...state, failures, result: err.message })
      await this.#storage.setAlarm(Date.now() + RETRY_MS)
      return
    }

    this.#rows.write({ ...state, phase: 'failed', result: err.message })
    this.#rows.dropAfter(0)
    await this.#askSegments({ owner: state.owner, count: 0, isOver: true }).catch(() => {})
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
      this.#node.fetch(
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

  get #node (): { fetch: (request: Request) => Promise<Response> } {
    const { NODE } = this.#env
    return NODE.get(NODE.idFromName(NODE_NAME))
  }

  get #bucket (): ReadBucket {
    return this.#env.BLOCKS as ReadBucket
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

async function asUnavailable<T> (work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (err) {
    throw new UnavailableError((err as Error).message, { cause: err })
  }
}

async function* chainBytes (first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

/** Returns the public part of a state. */
function shownState ({ name, phase, position, start, end, blocks, bytes, steps, result }: ImportState): object {
  return {
    Name: name,
    State: phase,
    Position: position,
    Size: end - start,
    Steps: steps,
    Blocks: blocks,
    Bytes: bytes,
    ...phase === 'done'
      ? { Result: result.trim().split('\n').map((line) => JSON.parse(line) as unknown) }
      : { Message: result }
  }
}
