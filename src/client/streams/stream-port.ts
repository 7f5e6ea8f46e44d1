import type { PortCalls } from '../../port/port-calls.ts'
import type { PageStreamsMessage } from '../protocol/messages.ts'
import { controller } from '../worker/controller.ts'
import { pagePort } from '../worker/page-port.ts'

const TIMEOUT_MS = 30_000

/** Interval of pings. A stopped worker is detected within four of them, because it reports nothing. */
const PING_INTERVAL_MS = 5000

/**
 * Opens a port for calls about streams to other nodes.
 *
 * @throws NodeNotReadyError if there is no worker
 * @throws the signal's reason
 */
export async function streamPort ({ signal }: { signal?: AbortSignal }): Promise<PortCalls> {
  const worker = await controller({ timeoutMs: TIMEOUT_MS, signal })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'page-streams' } satisfies PageStreamsMessage, [port2])
  // When the page is closed, other pages can accept its protocols immediately.
  return pagePort(port1, { pingIntervalMs: PING_INTERVAL_MS })
}
