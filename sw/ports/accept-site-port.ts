import type { ServeSite, ServeSiteAnswer } from '../../src/client/protocol/messages.ts'
import { isHomeFrame } from '../scope/guard.ts'
import type { WorkerMessageEvent } from '../scope/worker-types.ts'
import type { SitePorts } from './site-ports.ts'

/**
 * Answers the home frame's request to serve a site from this node. Ignores requests of others. The worker is kept alive
 * while the site reads.
 */
export function answerServeSite (
  event: WorkerMessageEvent,
  origin: string,
  sitePorts: Pick<SitePorts, 'accept'>
): void {
  const { data, source, ports: [site, answer] } = event

  if (!isHomeFrame(source, origin) || site == null || answer == null) {
    return
  }

  const result = sitePorts.accept(String((data as ServeSite).site), site)
  answer.postMessage(
    { type: 'serve-site', ...('refused' in result ? { error: result.refused } : {}) } satisfies ServeSiteAnswer
  )

  if ('kept' in result) {
    event.waitUntil(result.kept)
  }
}
