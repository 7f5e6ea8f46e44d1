import { delay } from '../async/timers/delay.ts'
import type { LogRecord } from '../log/log-record.ts'
import { tailLogs } from '../log/tail-logs.ts'
import { inspectNode } from '../node/inspect-node.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { COMMIT, KUBO_VERSION, LANGUAGE, REPO_VERSION, SYSTEM } from '../repo/version.ts'
import { memoryFacts } from './memory.ts'
import { timerDelays } from './timer-delays.ts'

export interface CollectOptions {
  /** duration of the measurement */
  watchMs: number
  signal: AbortSignal
}

/** A file of a profile, with the function that creates its text. */
export interface Collector {
  file: string
  /** whether it is left out when `watchMs` is 0 */
  watches?: true
  collect: (node: IpfsNode, options: CollectOptions) => Promise<string> | string
}

/**
 * Collectors of a profile, by Kubo's names (Kubo `profile/profile.go`). `undefined` marks data that scripts cannot
 * collect; the profile has no such file.
 */
export const COLLECTORS: Readonly<Record<string, Collector | undefined>> = {
  'goroutines-stack': { file: 'node.json', collect: async (node) => jsonText(await inspectNode(node)) },
  'goroutines-pprof': undefined,
  version: {
    file: 'version.json',
    collect: () =>
      jsonText({ Version: KUBO_VERSION, Commit: COMMIT, Repo: REPO_VERSION, System: SYSTEM, Golang: LANGUAGE })
  },
  heap: { file: 'heap.json', collect: () => jsonText(memoryFacts()) },
  allocs: undefined,
  bin: undefined,
  cpu: {
    file: 'cpu.json',
    watches: true,
    collect: async (_, { watchMs, signal }) => jsonText(await timerDelays(watchMs, signal))
  },
  mutex: undefined,
  block: undefined,
  trace: { file: 'trace.ndjson', watches: true, collect: async ({ logs }, options) => await collectLogs(logs, options) }
}

/** Returns recent log records and those during the measurement, at the current log levels. */
async function collectLogs (logs: IpfsNode['logs'], { watchMs, signal }: CollectOptions): Promise<string> {
  const records: LogRecord[] = [...logs.recent()]
  const end = new AbortController()
  const watched = (async () => {
    for await (const record of tailLogs(logs, { signal: end.signal })) {
      records.push(record)
    }
  })()

  try {
    await delay(watchMs, signal)
  } finally {
    end.abort()
    await watched
  }

  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

function jsonText (value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
