import { pipeline } from '../request/pipeline.ts'
import type { Incoming } from '../request/request.ts'
import { ifNoneMatch } from '../steps/if-none-match.ts'
import { limitRequests } from '../steps/limit-requests.ts'
import { methodAllowed } from '../steps/method-allowed.ts'
import { negotiateFormat } from '../steps/negotiate-format.ts'
import { onlyIfCached } from '../steps/only-if-cached.ts'
import { otherPaths } from '../steps/other-paths.ts'
import { parseContentPath } from '../steps/parse-content-path.ts'
import { leadOffline } from '../steps/redirect-offline.ts'
import { redirectToCanonicalName } from '../steps/redirects/canonical-name.ts'
import { redirectToCleanPath } from '../steps/redirects/clean-path.ts'
import { redirectToNamespaceSlash } from '../steps/redirects/namespace-slash.ts'
import { redirectProtocolHandler } from '../steps/redirects/protocol-handler.ts'
import { redirectSuperfluousNamespace } from '../steps/redirects/superfluous-namespace.ts'
import { refuseBadRange } from '../steps/refuse-bad-range.ts'
import { refuseWorkerScript } from '../steps/refuse-worker.ts'
import { resolveMutable } from '../steps/resolve-mutable.ts'
import { resolvePath } from '../steps/resolve-path.ts'
import { routeHost } from '../steps/route-host.ts'
import { serveCar } from '../steps/serve-car.ts'
import { serveFormat } from '../steps/serve-format.ts'
import { serveNameRecord } from '../steps/serve-name-record.ts'
import { trustlessOnly } from '../steps/trustless-only.ts'

/**
 * The steps of the gateway, in the order of the specification and boxo (`gateway/hostname.go`, then
 * `gateway/handler.go`, `getOrHeadHandler`): hosts before paths.
 */
export const answerRequest = pipeline<Incoming>()
  .check(redirectToCleanPath)
  .check(redirectProtocolHandler)
  .advance(routeHost)
  .check(redirectToNamespaceSlash)
  .check(otherPaths)
  .check(limitRequests)
  .check(methodAllowed)
  .check(refuseWorkerScript)
  .check(redirectToCanonicalName)
  .check(redirectSuperfluousNamespace)
  .advance(parseContentPath)
  .check(onlyIfCached)
  .check(leadOffline)
  .advance(negotiateFormat)
  .check(trustlessOnly)
  .check(serveNameRecord)
  .advance(resolveMutable)
  .check(serveCar)
  .advance(resolvePath)
  .check(ifNoneMatch)
  .check(refuseBadRange)
  .answer(serveFormat)
