import type { ServeSite, ServeSiteAnswer } from '../src/client/messages.ts'
import { isHomeFrame } from './guard.ts'
import type { SitePorts } from './site-ports.ts'
import type { WorkerMessageEvent } from './worker-types.ts'

/** The home's frame asks for a site that is to read from this node; who else asks hears nothing. The worker is kept while the site reads. */
export function answerServeSite (event: WorkerMessageEvent, origin: string, sitePorts: Pick<SitePorts, 'accept'>): void {
  const { data, source, ports: [site, answer] } = event

  if (!isHomeFrame(source, origin) || site == null || answer == null) {
    return
  }

  const result = sitePorts.accept(String((data as ServeSite).site), site)
  answer.postMessage({ type: 'serve-site', ...('refused' in result ? { error: result.refused } : {}) } satisfies ServeSiteAnswer)

  if ('kept' in result) {
    event.waitUntil(result.kept)
  }
}
