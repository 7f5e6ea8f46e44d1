import type { Datastore } from 'interface-datastore'
import type { Logs } from '../../log/logs.ts'
import type { NodeSession } from '../interface/node-session.ts'
import type { RequestLog } from '../session/request-log.ts'
import { restoreRuntimeState } from '../session/restore-runtime-state.ts'
import { RuntimeState } from '../session/runtime-state.ts'
import type { RuntimeSession } from '../session/runtime-state.ts'
import { saveFollowedNames } from '../session/saved-followed-names.ts'
import { SavedListeners } from '../session/saved-listeners.ts'
import { SavedPeers } from '../session/saved-peers.ts'
import type { Network } from './network.ts'

export interface SessionInit {
  /**
   * Keeps runtime settings of commands, and the peers of the node, for the duration of this session. Only in memory
   * when left out.
   */
  session?: RuntimeSession
  /**
   * called when the next start of this session has peers to dial again, and when it no longer has any; must neither
   * throw nor reject
   */
  onKeptPeers?: (hasPeers: boolean) => Promise<void> | void
}

export interface Session {
  readonly members: NodeSession
  /** Stops saving changes, and waits until the earlier ones are durable. */
  stop: () => Promise<void>
}

/** Opens the saved state of a session; undefined if state is only in memory. */
export async function openRuntimeState (
  { session }: SessionInit,
  datastore: Datastore,
  logs: Logs
): Promise<RuntimeState | undefined> {
  return session == null ? undefined : await RuntimeState.open(datastore, session, {
    failed: (err) => {
      logs.logger('core').warn(`runtime state is not saved: ${err.message}`)
    }
  })
}

/** Restores the state of a session, and saves its changes from now on. */
export function createSession (
  runtime: RuntimeState | undefined,
  { onKeptPeers }: SessionInit,
  { network: { members: { net }, ownSwarm: swarm }, logs, requests }: {
    network: Network
    logs: Logs
    requests: RequestLog
  }
): Session {
  const endings = runtime == null
    ? []
    : [
      restoreRuntimeState(runtime, { peering: net.peering, logs, requests }),
      ...swarm == null ? [] : [saveFollowedNames(runtime, swarm)]
    ]
  const stopSaving = (): void => {
    endings.forEach((end) => {
      end()
    })
  }

  return {
    members: {
      runtime,
      keptListeners: runtime == null ? undefined : new SavedListeners(runtime),
      keptPeers: runtime == null || swarm == null
        ? undefined
        : new SavedPeers({ swarm, state: runtime, changed: onKeptPeers }),

      endRuntime: async () => {
        stopSaving()

        if (runtime != null) {
          await runtime.clear()
          logs.restoreLevels()
          await onKeptPeers?.(false)
        }
      }
    },

    stop: async () => {
      stopSaving()
      await runtime?.saved()
    }
  }
}
