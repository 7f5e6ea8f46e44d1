import type { ServerMessage } from '../../src/port/port-message.ts'
import { mayCommand } from '../scope/guard.ts'
import type { WorkerMessageEvent } from '../scope/worker-types.ts'
import type { PageStreams } from './page-streams.ts'

/** Lets a page accept and open streams. Ignores requests of content. */
export function answerPageStreams (
  { source, ports: [port] }: Pick<WorkerMessageEvent, 'source' | 'ports'>,
  origin: string,
  streams: Pick<PageStreams, 'serve'>
): void {
  if (mayCommand(source, origin)) {
    streams.serve(port)
  } else {
    port?.postMessage({ type: 'bye' } satisfies ServerMessage)
    port?.close()
  }
}
