import { homeOrigin } from '../src/client/protocol/home-origin.ts'
import { siteOfHost } from '../src/gateway/hosts/labels/site-of-host.ts'
import { startSite } from './site/start-site.ts'

// The worker of sites on their own origins. It is a script of its own, because browsers compile the whole script of a
// worker before its first event: that of the node is four times as long.
const scope = globalThis as unknown as ServiceWorkerGlobalScope
const home = homeOrigin(scope.location.origin)

if (home != null) {
  startSite(scope, { home, site: siteOfHost(scope.location.host) })
}
