import { cancelJob } from '../jobs/cancel-job.ts'
import { jobs } from '../jobs/jobs.ts'
import type { Job } from '../protocol/messages.ts'
import { rpcStream } from '../rpc/rpc.ts'

export interface ImportCarOptions {
  /** whether to pin the roots in the header, if their DAGs are complete */
  pinRoots?: boolean
  /** name of the file, which the job shows */
  name?: string
  /** called with the bytes of blocks imported so far; not called for a short import */
  onProgress?: (importedBytes: number) => void
  signal?: AbortSignal
}

/** A root in the header of a CAR. */
export interface CarRoot {
  cid: string
  /** reason why it was not pinned; empty if it was */
  error: string
}

export interface ImportedCar {
  roots: CarRoot[]
  /** 0 for an empty file */
  blocks: number
  bytes: number
}

/** One line of the node's answer. */
interface ImportEvent {
  Root?: { Cid: { '/': string }; PinErrorMsg: string }
  Stats?: { BlockCount: number; BlockBytesCount: number }
}

const LOOK_EVERY_MS = 1000
const CANCEL_EVERY_MS = 100
const KIND = 'dag/import'

/**
 * Imports a CAR, version 1 or 2: either all of its blocks, each verified, or none if the file is invalid. A root with
 * missing blocks is no error: its blocks are stored, but it is not pinned. An aborted import stores nothing, unless it
 * has finished already; then it resolves.
 *
 * @throws the signal's reason
 * @throws the errors of `rpcStream`
 * @example
 * ```ts
 * const { roots } = await importCar(file)
 * for (const { cid, error } of roots) console.log(cid, error === '' ? 'is pinned' : error)
 * ```
 */
export async function importCar (
  car: Blob,
  { pinRoots = true, name = '', onProgress, signal }: ImportCarOptions = {}
): Promise<ImportedCar> {
  signal?.throwIfAborted()
  // Distinguishes the job from those of other tabs.
  const mark = crypto.randomUUID()
  const files = [{ path: `${mark}/${name}`, content: car }]
  const imported: ImportedCar = { roots: [], blocks: 0, bytes: 0 }
  const stop = watchImport(mark, { onProgress, signal })

  try {
    // Browsers do not report to a worker that a request without an answer was aborted. So the job is cancelled, and its
    // answer shows the outcome.
    for await (
      const { Root, Stats } of rpcStream<ImportEvent>(KIND, { options: { 'pin-roots': pinRoots, stats: true }, files })
    ) {
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

/**
 * Reports the progress of the job, and cancels it when the signal aborts. The job may start only after that.
 *
 * @returns a function that stops it
 */
function watchImport (
  mark: string,
  { onProgress, signal }: Pick<ImportCarOptions, 'onProgress' | 'signal'>
): () => void {
  const look = async (): Promise<void> => {
    const job = await runningJob(mark)

    if (job != null && signal?.aborted === true) {
      await cancelJob(job.id)
    } else if (job != null) {
      onProgress?.(job.progress.bytes)
    }
  }

  const repeat = (everyMs: number): ReturnType<typeof setInterval> =>
    setInterval(() => {
      look().catch(() => {})
    }, everyMs)
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
  return (await jobs()).find(({ kind, state, args }) =>
    kind === KIND && state === 'running' && (args as { name?: string }).name?.startsWith(mark) === true
  )
}
