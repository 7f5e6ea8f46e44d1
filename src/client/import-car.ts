import { cancelJob } from './cancel-job.ts'
import { jobs } from './jobs.ts'
import type { Job } from './messages.ts'
import { rpcStream } from './rpc.ts'

export interface ImportCarOptions {
  /** keeps the roots that the header names, as far as all that they lead to is here */
  pinRoots?: boolean
  /** what the node calls it while it comes in */
  name?: string
  /** called with the bytes of blocks that have come so far; not at all for what is over at once */
  onProgress?: (importedBytes: number) => void
  signal?: AbortSignal
}

/** A root that the header of a CAR names. */
export interface CarRoot {
  cid: string
  /** why it is not kept; empty when it is */
  error: string
}

export interface ImportedCar {
  roots: CarRoot[]
  /** none of a file without a byte */
  blocks: number
  bytes: number
}

/** What the node answers, a line each. */
interface ImportEvent {
  Root?: { Cid: { '/': string }, PinErrorMsg: string }
  Stats?: { BlockCount: number, BlockBytesCount: number }
}

const LOOK_EVERY_MS = 1000
const CANCEL_EVERY_MS = 100
const KIND = 'dag/import'

/**
 * Imports a CAR, of version 1 or 2: all of its blocks, each verified, or none where anything is wrong with the file. A root of which
 * blocks are missing is no error; what came of it stays, and is not kept. One that is aborted leaves nothing, or is done already
 * and resolves.
 *
 * @throws the signal's reason; as `rpcStream` does
 * @example
 * ```ts
 * const { roots } = await importCar(file)
 * for (const { cid, error } of roots) console.log(cid, error === '' ? 'is kept' : error)
 * ```
 */
export async function importCar (car: Blob, { pinRoots = true, name = '', onProgress, signal }: ImportCarOptions = {}): Promise<ImportedCar> {
  signal?.throwIfAborted()
  // by this the job is known among those of other tabs
  const mark = crypto.randomUUID()
  const files = [{ path: `${mark}/${name}`, content: car }]
  const imported: ImportedCar = { roots: [], blocks: 0, bytes: 0 }
  const stop = watch(mark, { onProgress, signal })

  try {
    // A browser does not tell a worker that a request is aborted which has no answer yet, so the job is cancelled, and its answer says what came of that
    for await (const { Root, Stats } of rpcStream<ImportEvent>(KIND, { options: { 'pin-roots': pinRoots, stats: true }, files })) {
      if (Root != null) {
        imported.roots.push({ cid: Root.Cid['/'], error: Root.PinErrorMsg })
      }

      if (Stats != null) {
        Object.assign(imported, { blocks: Stats.BlockCount, bytes: Stats.BlockBytesCount })
      }
    }
  } catch (err) {
    signal?.throwIfAborted()
    throw err
  } finally {
    stop()
  }

  return imported
}

/** Tells how far the job is, and cancels it when the signal aborts: it may have to begin first. @returns stops it */
function watch (mark: string, { onProgress, signal }: Pick<ImportCarOptions, 'onProgress' | 'signal'>): () => void {
  const look = async (): Promise<void> => {
    const job = await runningJob(mark)

    if (job != null && signal?.aborted === true) {
      await cancelJob(job.id)
    } else if (job != null) {
      onProgress?.(job.progress.bytes)
    }
  }

  const repeat = (everyMs: number): ReturnType<typeof setInterval> => setInterval(() => { look().catch(() => {}) }, everyMs)
  let timer = repeat(LOOK_EVERY_MS)

  const aborted = (): void => {
    clearInterval(timer)
    timer = repeat(CANCEL_EVERY_MS)
  }

  signal?.addEventListener('abort', aborted)

  return () => {
    clearInterval(timer)
    signal?.removeEventListener('abort', aborted)
  }
}

async function runningJob (mark: string): Promise<Job | undefined> {
  return (await jobs()).find(({ kind, state, args }) => kind === KIND && state === 'running' && (args as { name?: string }).name?.startsWith(mark) === true)
}
