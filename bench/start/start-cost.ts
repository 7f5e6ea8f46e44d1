import type { TraceEvent } from './trace.ts'

/** Cost of one start of a worker until its first answer. Times are in ms. */
export interface StartCost {
  /** wall time from the request to the first byte, as the page measures it */
  wall: number
  /** CPU time of the worker's thread from its start to the first byte */
  cpu: number
  /** CPU time of compiling (from the code cache) and running the scripts of the worker */
  evaluation: number
  /** names of these scripts */
  scripts: string[]
}

/** Name of the user timing mark that a page sets when the first byte has arrived. */
export const ANSWERED = 'swipfs-answered'

/**
 * Reads the CPU cost of a start from a trace.
 *
 * @param origin - origin of the worker
 * @throws an Error if the trace has no start of a worker of this origin, or no mark `ANSWERED`
 */
export function startCost (events: readonly TraceEvent[], origin: string): Omit<StartCost, 'wall'> {
  const runs = events.filter(({ name, args }) =>
    name === 'EvaluateScript' && args?.data?.url?.startsWith(`${origin}/`) === true
  )
  const threads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'ServiceWorker thread').map(threadKey)
  )
  const ofWorker = runs.filter((run) => threads.has(threadKey(run)))
  const answeredAt = events.find(({ name }) => name === ANSWERED)?.ts

  if (ofWorker.length === 0 || answeredAt == null) {
    throw new Error(`no start of a worker of ${origin} was traced`)
  }

  const thread = threadKey(ofWorker[0])
  const before = events.filter((event) => threadKey(event) === thread && event.ts <= answeredAt && event.tts != null)

  return {
    cpu: Math.max(...before.map(({ ts, dur = 0, tts = 0, tdur = 0 }) => ts + dur <= answeredAt ? tts + tdur : tts)) /
      1000,
    // A script that another one imports is evaluated within it, and already counted.
    evaluation: sum(
      ofWorker.filter((run) => !ofWorker.some((outer) => outer !== run && isWithin(run, outer))).map(({ tdur = 0 }) =>
        tdur
      )
    ) / 1000,
    scripts: ofWorker.map(({ args }) => new URL(args?.data?.url ?? '').pathname.slice(1))
  }
}

function threadKey ({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`
}

function isWithin (inner: TraceEvent, outer: TraceEvent): boolean {
  return inner.ts >= outer.ts && inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0)
}

function sum (values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
