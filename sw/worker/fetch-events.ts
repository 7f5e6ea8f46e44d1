import type { NodeParts } from '../node/node-parts.ts'
import { answerFetch } from '../requests/answer-fetch.ts'
import { ProbedOrigins } from '../requests/probed-origins.ts'
import { appendEndMark } from '../responses/append-end-mark.ts'
import { OpenResponses } from '../responses/open-responses.ts'
import { protectNavigation } from '../responses/protect-navigation.ts'
import { readTranslation, translateOwnPage } from '../responses/translate-own-page.ts'
import { ClientCache } from '../scope/client-cache.ts'
import { isTimerScript, timerScript } from '../scope/timer-script-response.ts'
import type { VisitedSites } from '../storage/visited-sites.ts'
import type { WorkerNode } from './worker-node.ts'

/** Answers a fetch event for the node; returns undefined for any other. */
export type FetchHandler = (
  event: Pick<FetchEvent, 'request' | 'clientId' | 'waitUntil'>
) => Promise<Response> | undefined

/**
 * Returns the handler of fetch events. It answers requests for the RPC, for content, and for the timer script. It keeps
 * the worker alive until the services of the node have started and are idle.
 */
export function fetchHandler (
  scope: ServiceWorkerGlobalScope,
  { version, explorer, pageTexts }: Pick<NodeParts, 'version' | 'explorer' | 'pageTexts'>,
  { lazy, services }: Pick<WorkerNode, 'lazy' | 'services'>,
  { visited, language }: { visited: VisitedSites; language: () => Promise<string | undefined> }
): FetchHandler {
  const clients = new ClientCache(scope.clients)
  const openResponses = new OpenResponses(scope)
  const origins = new ProbedOrigins({
    location: scope.location,
    userAgent: navigator.userAgent,
    fetch: async (url, init) => await fetch(url, init),
    visited
  })

  return (event) => {
    const { request } = event

    if (isTimerScript(request, scope)) {
      return Promise.resolve(timerScript())
    }

    const answer = openResponses.answer(
      event,
      (leaving) =>
        answerFetch(event, scope, lazy, {
          origins,
          clients,
          version,
          explorer,
          translate: async () => await readTranslation(request, pageTexts, language),
          leaving
        })
          ?.then(async (response) => await protectNavigation(request, response, openResponses))
          .then(async (response) => await translateOwnPage(request, response, pageTexts, { language })),
      { tail: (response) => appendEndMark(request, response) }
    )

    if (answer != null) {
      event.waitUntil(answer.then(async () => {
        await services.answered()
      }, () => {}))
    }

    return answer
  }
}
