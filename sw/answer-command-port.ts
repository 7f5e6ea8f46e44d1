import type { CommandPortAnswer } from '../src/client/messages.ts'
import type { CommandPorts } from './command-ports.ts'
import { mayUseRpc } from './guard.ts'
import type { WorkerMessageEvent } from './worker-types.ts'

/** A client asks for a port to call commands by: whoever may use the RPC by fetch gets one, and nobody else. The worker is kept while it calls. */
export function answerCommandPort (event: Pick<WorkerMessageEvent, 'source' | 'ports' | 'waitUntil'>, origin: string, commandPorts: Pick<CommandPorts, 'accept'>): void {
  const { source, ports: [port] } = event

  if (port == null) {
    return
  }

  if (!mayUseRpc({ origin, clientUrl: source?.url, frameType: source?.frameType, mode: 'cors', destination: '', referrer: '' })) {
    port.postMessage({ type: 'command-port', accepted: false } satisfies CommandPortAnswer)
    port.close()
    return
  }

  event.waitUntil(commandPorts.accept(port))
}
