import type { Json } from '../../config/values/config.ts'
import { isObject } from '../../config/values/config.ts'
import type { LogLevels, Logs } from '../../log/logs.ts'
import type { Peering, PeeringChanges } from '../../net/peering.ts'
import type { RequestLog } from './request-log.ts'
import type { RuntimeState } from './runtime-state.ts'

export interface RuntimeParts {
  peering: Pick<Peering, 'add' | 'remove' | 'changes' | 'watch'>
  logs: Pick<Logs, 'restoreLevels' | 'setLevels' | 'watchLevels'>
  requests: Pick<RequestLog, 'setKeepTime' | 'watchKeepTime'>
}

/**
 * Restores runtime settings from earlier workers of the session, and saves changes from now on. Ignores rows of an
 * unknown format, such as those of another version.
 *
 * @returns a function that stops saving
 */
export function restoreRuntimeState (
  state: Pick<RuntimeState, 'get' | 'put'>,
  { peering, logs, requests }: RuntimeParts
): () => void {
  ignoreOldRow(() => {
    restorePeering(state.get('peering'), peering)
  })
  ignoreOldRow(() => {
    restoreLevels(state.get('log-levels'), logs)
  })
  ignoreOldRow(() => {
    restoreKeepTime(state.get('request-log'), requests)
  })

  const endings = [
    peering.watch(() => {
      state.put('peering', peering.changes() as unknown as Json)
    }),
    logs.watchLevels(() => {
      state.put('log-levels', logs.setLevels() as unknown as Json | undefined)
    }),
    requests.watchKeepTime((ms) => {
      state.put('request-log', { keepMs: ms })
    })
  ]

  return () => {
    endings.forEach((end) => {
      end()
    })
  }
}

function ignoreOldRow (work: () => void): void {
  try {
    work()
  } catch {
    // Ignores a row of another version.
  }
}

function restorePeering (row: Json | undefined, peering: RuntimeParts['peering']): void {
  if (isObject(row)) {
    const { added, removed } = row as unknown as PeeringChanges
    removed.forEach((id) => {
      peering.remove(id)
    })
    added.forEach(({ ID, Addrs }) => {
      peering.add({ ID, Addrs })
    })
  }
}

function restoreLevels (row: Json | undefined, logs: RuntimeParts['logs']): void {
  if (isObject(row)) {
    logs.restoreLevels(row as unknown as LogLevels)
  }
}

function restoreKeepTime (row: Json | undefined, requests: RuntimeParts['requests']): void {
  if (isObject(row) && typeof row.keepMs === 'number') {
    requests.setKeepTime(row.keepMs)
  }
}
