import type { OpenListener } from '../../swarm/streams/stream-listener.ts'
import type { StreamMounts } from '../../swarm/streams/stream-mounts.ts'

/** Answer of `p2p/listen` and `p2p/forward` in the foreground. */
export interface ForegroundOutput {
  Status: 'active' | 'closing'
  Protocol: string
  Address: string
}

/**
 * Reports that a listener is active, and when it was closed. Closes it at the end of the request.
 *
 * @throws the signal's reason
 */
export async function* untilClosed (
  { listener, ended }: OpenListener,
  { mounts, address, signal }: { mounts: StreamMounts; address: string; signal: AbortSignal }
): AsyncGenerator<ForegroundOutput> {
  const output = { Protocol: listener.protocol, Address: address }
  const remove = (): void => {
    mounts.close((other) => other === listener)
  }
  signal.addEventListener('abort', remove, { once: true })

  try {
    if (signal.aborted) {
      remove()
    }

    yield { Status: 'active', ...output }
    await ended
    signal.throwIfAborted()
    yield { Status: 'closing', ...output }
  } finally {
    signal.removeEventListener('abort', remove)
    remove()
  }
}
