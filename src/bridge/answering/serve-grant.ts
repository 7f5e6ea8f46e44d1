import { serveCalls } from '../../port/serve-calls.ts'
import type { CallHandler, PortValue } from '../../port/serve-calls.ts'
import { BridgeDeniedError, BridgeRevokedError } from '../protocol/bridge-errors.ts'
import type { Grant } from './grant.ts'
import { GRANTED_CALLS } from './granted-calls.ts'
import { countUse, readGrant, watchGrants } from './grants.ts'

/** Calls of one site that run at once. Further ones wait. */
const MAX_RUNNING = 8
/** Open calls of one site, above what its library makes. A further one is refused. */
const MAX_CALLS = 64
/** Rate limit of messages, above that of a fast reader. */
const MAX_MESSAGES_PER_SECOND = 2000
/** Interval at which the grant of a long call is read again, in case it was removed without an announcement. */
const RECHECK_MS = 1000
/** Interval of writing the count of calls: not every small read needs a write. */
const COUNT_MS = 1000
/** Time for which a port with a failed connection stays open, so that the caller learns the reason. */
export const CLOSE_DELAY_MS = 1000

export interface ServeGrantOptions {
  origin: string
  /** the person's answer; rejects with BridgeDeniedError if it is no */
  decided: Promise<Grant>
  /** called with the number of calls so far */
  onUse?: (calls: number) => void
  /** called once when the connection has ended */
  onEnd?: (reason: 'closed' | 'revoked') => void
}

/**
 * Answers the calls of a site through its port. Until the person has decided, all calls but `grant` are refused. Each
 * call reads the grant from the node. If the grant is removed or replaced, all open calls fail, and the port closes.
 *
 * @returns closes the port
 */
export function serveGrant (
  port: MessagePort,
  { origin, decided, onUse = () => {}, onEnd = () => {} }: ServeGrantOptions
): () => void {
  const revoked = new AbortController()
  let granted: Grant | undefined
  let calls = 0
  let uncounted = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  decided.then((grant) => {
    granted = grant
  }, () => {})

  /** @throws BridgeRevokedError if the grant of this connection is no longer there */
  async function currentGrant (): Promise<Grant> {
    if (granted == null) {
      throw new BridgeDeniedError('the person has not granted anything yet')
    }

    const grant = revoked.signal.aborted ? undefined : await readGrant(origin)

    if (grant == null || grant.grantedMs !== granted.grantedMs) {
      revoke()
      throw new BridgeRevokedError()
    }

    return grant
  }

  function revoke (): void {
    if (!revoked.signal.aborted) {
      revoked.abort(new BridgeRevokedError())
      end('revoked')
      // After the errors of the open calls.
      setTimeout(close, CLOSE_DELAY_MS)
    }
  }

  function end (reason: 'closed' | 'revoked'): void {
    if (!hasEnded) {
      hasEnded = true
      onEnd(reason)
    }
  }

  function count (): void {
    uncounted++
    onUse(++calls)
    timer ??= setTimeout(() => {
      void writeCount()
    }, COUNT_MS)
  }

  async function writeCount (): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const uses = uncounted
    uncounted = 0

    if (granted != null && uses > 0) {
      await countUse(granted, { uses }).catch(() => {}) // Revoked, or the node is away: the count does not matter.
    }
  }

  const guard = (run: (typeof GRANTED_CALLS)[keyof typeof GRANTED_CALLS]): CallHandler =>
    async function* (input, { signal }): AsyncGenerator<PortValue> {
      const grant = await currentGrant()
      count()
      let checkedMs = Date.now()
      const values = run({
        input: typeof input === 'object' && input !== null ? input : {},
        grant,
        signal: AbortSignal.any([signal, revoked.signal]),
        reserve: async (bytes) => {
          await countUse(grant, { bytes })
        }
      })

      try {
        for await (const value of values) {
          if (Date.now() - checkedMs > RECHECK_MS) {
            await currentGrant()
            checkedMs = Date.now()
          }

          revoked.signal.throwIfAborted()
          yield value
        }
      } catch (err) {
        // The aborted command may fail by any error.
        revoked.signal.throwIfAborted()
        throw err
      }
    }

  const handlers: Record<string, CallHandler> = {
    async *grant () {
      yield { value: { scope: (await decided).scope } }
    },
    ...Object.fromEntries(Object.entries(GRANTED_CALLS).map(([name, run]) => [name, guard(run)]))
  }

  const stopWatching = watchGrants((changed) => {
    if (changed === origin && granted != null) {
      void currentGrant().catch(() => {}) // revokes
    }
  })

  const close = serveCalls(port, handlers, {
    maxCalls: MAX_CALLS,
    maxRunning: MAX_RUNNING,
    maxMessagesPerSecond: MAX_MESSAGES_PER_SECOND,
    urgent: ['grant'],
    onClose: () => {
      stopWatching()
      void writeCount()
      end('closed')
    }
  })

  return close
}
