import { isError } from '../../../src/errors/define-error.ts'
import { plainError } from '../../../src/rpc/response/plain-responses.ts'
import type { Env, ObjectState } from '../../engine/edge-types.ts'
import { objectSql } from '../../engine/object-sql.ts'
import { NODE_NAME } from '../../request/node-name.ts'
import { toWireText } from '../frames.ts'
import { PartUploads, UploadRefusedError } from '../parts/part-uploads.ts'
import type { PartsBucket } from '../parts/parts-bucket.ts'
import { askSettings } from './ask-settings.ts'
import { fileNameOf, OTHER_OPTIONS, queryOf } from './import-query.ts'
import { ImportRows } from './import-state.ts'
import type { ImportCommand, ImportState } from './import-state.ts'
import { ImportSteps } from './import-steps.ts'
import { asUnavailable, UnavailableError } from './unavailable.ts'

/** Bytes of an object that one event imports: some seconds, and about 20 requests to bucket and node. */
const STEP_BYTES = 64 * 1024 * 1024

/** Delay after a failure of bucket or node, and the number of failures after which the import ends. */
const RETRY_MS = 30_000
const MAX_FAILURES = 20

/** Delay after an upload could not be deleted. */
const DISCARD_RETRY_MS = 60 * 60 * 1000

/** Time after which an upload without further parts, and an object without a successful import, are deleted. */
const KEEP_MS = 24 * 60 * 60 * 1000

export interface ImportObjectOptions {
  stepBytes?: number
  keepMs?: number
  /** in milliseconds */
  now?: () => number
}

/**
 * Receives one object of the bucket in parts, and imports it, in steps of 64 MiB. Each step is an event of its own that
 * survives an eviction. The blocks are written into segments. At the end the node adopts all of them in one write
 * session, as a `dag/import` or an `add`.
 */
export class ImportObject {
  readonly #storage: ObjectState['storage']
  readonly #env: Env
  readonly #rows: ImportRows
  readonly #parts: PartUploads
  readonly #steps: ImportSteps
  readonly #keepMs: number
  readonly #now: () => number
  /** the running step, and its end */
  #running: { abort: AbortController; ended: Promise<void> } | undefined
  /** calls that change the state, one after the other */
  #last: Promise<unknown> = Promise.resolve()

  constructor (
    { storage }: ObjectState,
    env: Env,
    { stepBytes = STEP_BYTES, keepMs = KEEP_MS, now = Date.now }: ImportObjectOptions = {}
  ) {
    const sql = objectSql(storage)
    const bucket = env.BLOCKS as PartsBucket
    this.#storage = storage
    this.#env = env
    this.#keepMs = keepMs
    this.#now = now
    this.#rows = new ImportRows(sql)
    this.#parts = new PartUploads({ sql, bucket: unavailableParts(bucket), keepMs, now })
    this.#steps = new ImportSteps({ rows: this.#rows, bucket, askNode: this.#askNode, stepBytes })
  }

  /** Answers a call about the object of the bucket (`answerBucketCall`). */
  async fetch ({ url }: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const call = pathname.slice(pathname.lastIndexOf('/') + 1)

    if (call === 'stat') {
      return this.#shown(searchParams.get('arg')!)
    }

    const answer = this.#last.then(async () => await this.#answer(call, searchParams))
    this.#last = answer.catch(() => {})

    try {
      return await answer
    } catch (err) {
      if (isError(err, UploadRefusedError)) {
        return plainError(err.message, err.status)
      }

      return plainError((err as Error).message, isError(err, UnavailableError) ? 503 : 500)
    }
  }

  /** Does the next step. */
  async alarm (): Promise<void> {
    const abort = new AbortController()
    const step = this.#step(abort.signal)
    this.#running = { abort, ended: step }
    await step
  }

  async #answer (call: string, query: URLSearchParams): Promise<Response> {
    const name = query.get('arg')!

    switch (call) {
      case 'upload':
        return await this.#beginUpload(name, query)
      case 'part':
        return Response.json({ Upload: this.#parts.expect(Number(query.get('part')), Number(query.get('size'))) })
      case 'part-stored': {
        const [part, size] = ['part', 'size'].map((key) => Number(query.get(key)))
        this.#parts.record(query.get('upload')!, { n: part, etag: query.get('etag')!, size })
        return Response.json({ Part: part, Size: size })
      }
      case 'complete':
        await this.#parts.complete()
        await this.#wakeAtEnd()
        return this.#shown(name)
      case 'import':
        return await this.#beginImport(name, 'dag/import', query)
      case 'add':
        return await this.#beginImport(name, 'add', query)
      case 'cancel':
        return await this.#cancel(name)
      default:
        return plainError('404 page not found', 404)
    }
  }

  async #beginUpload (name: string, query: URLSearchParams): Promise<Response> {
    const before = this.#rows.read()

    if (isRunning(before)) {
      throw new UploadRefusedError(`${name} is being imported`, 409)
    }

    await this.#cleanBefore(before)

    if (before?.isOwned === true) {
      await this.#steps.deleteObject(name, before.etag)
    }

    await this.#parts.begin(name, { size: query.get('size'), partSize: query.get('part-size') })
    this.#rows.drop()
    await this.#wakeAtEnd()
    return this.#shown(name)
  }

  /** Begins an import unless it is running. */
  async #beginImport (name: string, command: ImportCommand, query: URLSearchParams): Promise<Response> {
    const before = this.#rows.read()

    if (isRunning(before)) {
      // An import that was given up by the engine continues.
      await this.#wake(this.#now())
      return this.#shown(name)
    }

    const upload = this.#parts.state

    if (upload != null && upload.phase !== 'uploaded') {
      throw new UploadRefusedError(`the upload of ${name} is not complete`, 409)
    }

    const object = await asUnavailable((this.#env.BLOCKS as PartsBucket).head(name))

    if (object == null) {
      return plainError(`${name} is not in the bucket`, 404)
    }

    const refusedOption = command === 'add' ? OTHER_OPTIONS.find((option) => query.has(option)) : undefined

    if (refusedOption != null) {
      throw new UploadRefusedError(`${refusedOption} is not possible for an object of the bucket`)
    }

    const { etag, size } = object
    const asked = queryOf(command, query)
    const fileName = fileNameOf(name, query)
    let settings: string | undefined

    if (command === 'add') {
      const found = await asUnavailable(
        askSettings(asked, fileName, { askNode: this.#askNode, signal: new AbortController().signal })
      )

      if ('refused' in found) {
        return refusedResponse(found.refused)
      }

      settings = toWireText(found.settings)
    }

    await this.#cleanBefore(before)
    const isOwned = upload?.etag === etag || (before?.isOwned === true && before.etag === etag)
    this.#rows.begin({
      name,
      owner: `import ${name} ${crypto.randomUUID()}`,
      command,
      query: asked,
      ...command === 'add' ? { settings, fileName } : {},
      phase: 'reading',
      isOwned,
      etag,
      start: 0,
      end: size,
      position: 0,
      steps: 0,
      failures: 0,
      roots: [],
      blocks: 0,
      bytes: 0,
      result: ''
    })
    this.#parts.handOver()
    await this.#wake(this.#now())
    return this.#shown(name)
  }

  /** Deletes what an ended import has left, before another one takes its rows. */
  async #cleanBefore (before: ImportState | undefined): Promise<void> {
    if (before != null && before.isClean !== true) {
      await this.#steps.clean(before)
    }
  }

  /** Ends an upload or an import, and deletes its parts, its blocks, and an uploaded object. */
  async #cancel (name: string): Promise<Response> {
    this.#running?.abort.abort(new Error('cancelled'))
    await this.#running?.ended
    await this.#parts.discard()
    const state = this.#rows.read()

    if (state != null && state.phase !== 'done' && state.phase !== 'cancelled') {
      this.#rows.write({ ...state, phase: 'cancelled', isClean: false, failures: 0, result: 'cancelled' })
      await this.#wake(this.#now())
    }

    return state == null ? Response.json({ Name: name, State: 'cancelled' }) : this.#shown(name)
  }

  #shown (name: string): Response {
    if (this.#parts.state != null) {
      return Response.json(this.#parts.shown())
    }

    const state = this.#rows.read()
    return state == null
      ? plainError(`no import of ${name} was begun`, 404)
      : Response.json(shownState(state))
  }

  async #step (signal: AbortSignal): Promise<void> {
    const state = this.#rows.read()

    try {
      if (state == null || this.#parts.state != null) {
        await this.#giveUpUpload()
      } else if (state.isClean === true) {
        await this.#deleteFailed(state)
      } else {
        await this.#steps.run(state, signal)
        await this.#wakeNext()
      }
    } catch (err) {
      if (state == null || this.#parts.state != null) {
        // The bucket deletes the parts after a week itself.
        await this.#wake(this.#now() + DISCARD_RETRY_MS)
      } else {
        await this.#failed(state, err as Error)
      }
    }
  }

  async #wakeNext (): Promise<void> {
    const state = this.#rows.read()!

    if (state.isClean !== true) {
      await this.#wake(this.#now())
    } else if (state.phase === 'failed' && state.isOwned === true) {
      await this.#wake(state.untilMs!)
    }
  }

  async #giveUpUpload (): Promise<void> {
    const upload = this.#parts.state

    if (upload == null || upload.untilMs > this.#now()) {
      await this.#wakeAtEnd()
      return
    }

    await this.#parts.discard()
  }

  /** Deletes the uploaded object of a failed import. */
  async #deleteFailed (state: ImportState): Promise<void> {
    const { name, etag, phase, isOwned, untilMs = 0 } = state

    if (phase !== 'failed' || isOwned !== true) {
      return
    }

    if (untilMs > this.#now()) {
      await this.#wake(untilMs)
      return
    }

    await this.#steps.deleteObject(name, etag)
    this.#rows.write({ ...state, isOwned: false })
  }

  /** Tries again later, if bucket or node have failed. Another error is one of the content, and ends the import. */
  async #failed (before: ImportState, err: Error): Promise<void> {
    const state = this.#rows.read() ?? before
    const failures = state.failures + 1

    if (isError(err, UnavailableError) && failures < MAX_FAILURES) {
      this.#rows.write({ ...state, failures, ...isOver(state) ? {} : { result: err.message } })
      await this.#wake(this.#now() + RETRY_MS)
      return
    }

    if (isOver(state)) {
      // Its lease ends on its own.
      this.#rows.write({ ...state, isClean: true })
      return
    }

    this.#rows.write({
      ...state,
      phase: 'failed',
      failures: 0,
      result: err.message,
      untilMs: this.#now() + this.#keepMs
    })
    await this.#wake(this.#now())
  }

  /** Wakes the object when its upload has to be given up. */
  async #wakeAtEnd (): Promise<void> {
    const upload = this.#parts.state

    if (upload != null) {
      await this.#wake(upload.untilMs)
    }
  }

  async #wake (atMs: number): Promise<void> {
    await this.#storage.setAlarm(atMs)
  }

  readonly #askNode = async (request: Request): Promise<Response> => {
    const { NODE } = this.#env
    return await NODE.get(NODE.idFromName(NODE_NAME)).fetch(request)
  }
}

function isOver ({ phase }: ImportState): boolean {
  return ['done', 'failed', 'cancelled'].includes(phase)
}

function isRunning (state: ImportState | undefined): boolean {
  return state != null && !isOver(state)
}

/** Returns the bucket, whose errors are recognized. */
function unavailableParts (bucket: PartsBucket): PartsBucket {
  return {
    get: async (...args) => await asUnavailable(bucket.get(...args)),
    put: async (...args) => await asUnavailable(bucket.put(...args)),
    delete: async (...args) => {
      await asUnavailable(bucket.delete(...args))
    },
    head: async (...args) => await asUnavailable(bucket.head(...args)),
    createMultipartUpload: async (...args) => await asUnavailable(bucket.createMultipartUpload(...args)),
    resumeMultipartUpload: (...args) => {
      const upload = bucket.resumeMultipartUpload(...args)
      return {
        uploadId: upload.uploadId,
        uploadPart: async (...part) => await asUnavailable(upload.uploadPart(...part)),
        complete: async (parts) => await asUnavailable(upload.complete(parts)),
        abort: async () => {
          await asUnavailable(upload.abort())
        }
      }
    }
  }
}

function refusedResponse ({ status, text }: { status: number; text: string }): Response {
  return new Response(text, { status: status === 200 ? 500 : status, headers: { 'Content-Type': 'application/json' } })
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
