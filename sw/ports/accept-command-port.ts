import type { CommandPortAnswer } from '../../src/client/protocol/messages.ts'
import { mayUseRpc } from '../scope/guard.ts'
import type { WorkerMessageEvent } from '../scope/worker-types.ts'
import type { CommandPorts } from './command-ports.ts'

/**
 * Answers a client's request for a command port. Clients that may use the RPC by fetch get one, all others are refused.
 * The worker is kept alive during calls.
 */
export function answerCommandPort (
  event: Pick<WorkerMessageEvent, 'source' | 'ports' | 'waitUntil'>,
  origin: string,
  commandPorts: Pick<CommandPorts, 'accept'>
): void {
  const { source, ports: [port] } = event

  if (port == null) {
    return
  }

  if (
    !mayUseRpc({
      origin,
      clientUrl: source?.url,
      frameType: source?.frameType,
      mode: 'cors',
      destination: '',
      referrer: ''
    })
  ) {
    port.postMessage({ type: 'command-port', accepted: false } satisfies CommandPortAnswer)
    port.close()
    return
  }

  event.waitUntil(commandPorts.accept(port))
}
