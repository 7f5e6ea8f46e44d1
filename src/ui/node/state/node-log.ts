import { call, ndjson, rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import type { LogLine } from '../lib/log-lines.ts'
import { logLine, withLogLines } from '../lib/log-lines.ts'

export interface NodeLogState {
  lines: readonly LogLine[]
  /** while true, new lines are counted and not shown, so that the user can read */
  paused: boolean
  /** lines received while paused */
  waiting: readonly LogLine[]
  /** log level by subsystem; undefined until read */
  levels?: ReadonlyMap<string, string>
  /** last changed level, with its subsystem */
  set?: { part: string; level: string }
  problem?: PlainError
}

export const nodeLog = new Store<NodeLogState>({ lines: [], paused: false, waiting: [] })

/** Level of all subsystems without a level of their own. */
export const DEFAULT_LEVEL = '(default)'
/** Stands for all subsystems. */
export const ALL_PARTS = '*'

const REDRAW_INTERVAL_MS = 200
/** Delay before the log of a replaced or restarted worker is requested again. */
const LISTEN_AGAIN_MS = 2000

let number = 0
/** Settles when the `log/tail` answer has begun, or has failed. */
let listening: Promise<unknown> = Promise.resolve()

export async function readLevels (): Promise<void> {
  try {
    await whenReady()
    const { Levels } = await rpc<{ Levels: Record<string, string> }>('log/level', { args: ['all'] })
    nodeLog.patch({ levels: new Map(Object.entries(Levels)), problem: undefined })
  } catch (err) {
    nodeLog.patch({ problem: plainError(err) })
  }
}

export async function setLevel (part: string, level: string): Promise<void> {
  try {
    await listening // The log then shows entries that this call causes.
    await rpc('log/level', { args: [part, level] })
    nodeLog.patch({ set: { part, level } })
    await readLevels()
  } catch (err) {
    nodeLog.patch({ problem: plainError(err) })
  }
}

/**
 * Follows the log.
 *
 * @returns a function that stops it
 */
export function followLog (): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let came: LogLine[] = []

  const timer = setInterval(() => {
    if (came.length === 0) {
      return
    }

    const { lines, waiting, paused } = nodeLog.value
    nodeLog.patch(paused ? { waiting: withLogLines(waiting, came) } : { lines: withLogLines(lines, came) })
    came = []
  }, REDRAW_INTERVAL_MS)

  void (async () => {
    while (!signal.aborted) {
      try {
        await whenReady({ signal })
        const answering = call('log/tail', { signal })
        listening = answering.catch(() => {})
        const { body } = await answering
        for await (const record of ndjson<Record<string, unknown>>(body!)) {
          came.push(logLine(record, number++))
        }
      } catch {} // Cancelled, or the worker stopped: it is requested again.

      if (!signal.aborted) {
        await new Promise((resolve) => {
          setTimeout(resolve, LISTEN_AGAIN_MS)
        })
      }
    }
  })()

  return () => {
    clearInterval(timer)
    controller.abort()
  }
}

export function pauseLog (paused: boolean): void {
  const { lines, waiting } = nodeLog.value
  nodeLog.patch({ paused, ...paused ? {} : { lines: withLogLines(lines, waiting), waiting: [] } })
}

export function clearLog (): void {
  nodeLog.patch({ lines: [], waiting: [] })
}
