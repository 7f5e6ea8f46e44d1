import { homeOrigin } from '../src/client/protocol/home-origin.ts'
import { siteOfHost } from '../src/gateway/hosts/labels/site-of-host.ts'
import { startDnslinkSite } from './site/start-dnslink-site.ts'
import type { DnslinkSite } from './site/start-dnslink-site.ts'
import { startSite } from './site/start-site.ts'
import { startHome } from './start-home.ts'

// A single script for all workers. Its host determines whether it is a node or a site, and the build whether it is a
// site without a node. All listeners are added while the script runs: a browser starts a worker only for events that it
// listened to from the start.
const scope = globalThis as unknown as ServiceWorkerGlobalScope
const home = homeOrigin(scope.location.origin)

if (__SWIPFS_SITE__ != null) {
  startDnslinkSite(scope, __SWIPFS_SITE__ as DnslinkSite)
} else if (home == null) {
  startHome(scope)
} else {
  startSite(scope, { home, site: siteOfHost(scope.location.host) })
}
