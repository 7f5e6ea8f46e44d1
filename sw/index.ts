import { homeOrigin } from '../src/client/protocol/home-origin.ts'
import { startDnslinkSite } from './site/start-dnslink-site.ts'
import type { DnslinkSite } from './site/start-dnslink-site.ts'
import { startHome } from './start-home.ts'

// The build determines whether it is a node or a site without a node. All listeners are added while the script runs: a
// browser starts a worker only for events that it listened to from the start.
const scope = globalThis as unknown as ServiceWorkerGlobalScope
const home = homeOrigin(scope.location.origin)

if (__SWIPFS_SITE__ != null) {
  startDnslinkSite(scope, __SWIPFS_SITE__ as DnslinkSite)
} else if (home == null) {
  startHome(scope)
} else {
  // Own origins install own-origin.js. Those that earlier versions installed have this script.
  swipfsParts.load('own-origin.js')
}
