import { pipeline } from '../request/pipeline.ts'
import type { Incoming } from '../request/request.ts'
import {
  redirectOffline,
  redirectProtocolHandler,
  redirectSuperfluousNamespace,
  redirectToCanonicalName,
  redirectToCleanPath,
  redirectToNamespaceSlash
} from '../steps/redirects.ts'
import {
  limitRequests,
  methodAllowed,
  onlyIfCached,
  refuseBadRange,
  refuseWorkerScript,
  trustlessOnly
} from '../steps/refusals.ts'
import { otherPaths, parseContentPath, resolveMutable, resolvePath } from '../steps/resolve.ts'
import { routeHost } from '../steps/route-host.ts'
import { ifNoneMatch, negotiateFormat, serveFormat, serveNameFormat, servePathFormat } from '../steps/serve-format.ts'

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
  .check(redirectOffline)
  .advance(negotiateFormat)
  .check(trustlessOnly)
  .check(serveNameFormat)
  .advance(resolveMutable)
  .check(servePathFormat)
  .advance(resolvePath)
  .check(ifNoneMatch)
  .check(refuseBadRange)
  .answer(serveFormat)
