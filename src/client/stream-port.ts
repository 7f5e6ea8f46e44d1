import type { PortCalls } from '../port/port-calls.ts'
import { controller } from './controller.ts'
import type { PageStreamsMessage } from './messages.ts'
import { pagePort } from './page-port.ts'

const TIMEOUT_MS = 30_000

/** A worker that was stopped says nothing: it is found out within four of these. */
const PING_INTERVAL_MS = 5000

/** A port by which the worker answers for streams to other nodes. @throws NodeNotReadyError when there is no worker; the signal's reason */
export async function streamPort ({ signal }: { signal?: AbortSignal }): Promise<PortCalls> {
  const worker = await controller({ timeoutMs: TIMEOUT_MS, signal })
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'page-streams' } satisfies PageStreamsMessage, [port2])
  // when the page goes, others can accept at once what it accepts
  return pagePort(port1, { pingIntervalMs: PING_INTERVAL_MS })
}
