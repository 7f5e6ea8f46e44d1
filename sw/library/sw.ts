import { homeOrigin } from '../../src/client/protocol/home-origin.ts'
import { siteOfHost } from '../../src/gateway/hosts/labels/site-of-host.ts'
import { startSite } from '../site/start-site.ts'
import { startAppHome } from './start-app-home.ts'

export type { WorkerSettings } from './worker-settings.ts'

// The ready-made worker of the package: a node in an app. It precaches the files that the app lists, and touches
// nothing else of it.
const scope = globalThis as unknown as ServiceWorkerGlobalScope & { swipfs?: unknown }
const home = homeOrigin(scope.location.origin)

if (home == null) {
  startAppHome(scope, scope.swipfs)
} else {
  startSite(scope, { home, site: siteOfHost(scope.location.host) })
}
