import type { IpfsNode } from '../interface/ipfs-node.ts'
import { AutoConfUpdater } from '../maintenance/auto-conf-updater.ts'
import type { AutoConfInit } from '../maintenance/auto-conf-updater.ts'
import { AutoGc } from '../maintenance/auto-gc.ts'
import type { GcNotice } from '../maintenance/auto-gc.ts'
import { DenylistRefresher } from '../maintenance/denylist-refresher.ts'
import { FolderPublisher } from '../maintenance/folder-publisher.ts'
import { MfsRemotePins } from '../maintenance/mfs-remote-pins.ts'
import { NameRepublisher } from '../maintenance/name-republisher.ts'
import { PinCatchUp } from '../maintenance/pin-catch-up.ts'
import type { Providing } from '../providing/providing.ts'
import { ResumedJobs } from '../services/resumed-jobs.ts'
import type { Hold, Service } from '../services/services.ts'
import { SwarmStart } from '../services/swarm-start.ts'
import type { Network, NetworkInit } from './network.ts'

export interface ServicesInit {
  /** Creates the service that announces the blocks of an online node; none are announced when left out. */
  providing?: (node: Omit<IpfsNode, 'providing'>) => Providing
  /** how to fetch the recommendations that `auto` stands for; without it, those of this version are used */
  autoConf?: AutoConfInit
  /** background services of the node; `node.services.start()` starts them when its owner has time for it */
  services?: ReadonlyArray<(node: IpfsNode) => Service>
  /** keeps the owner from stopping the node while a service works */
  hold?: Hold
  /**
   * delay between the start of the services and the start of the swarm, so that it does not slow down requests;
   * default: none
   */
  swarmAfterMs?: number
  /** called before and after automatic garbage collection */
  onGc?: (news: GcNotice) => void
}

/** Adds the background services of a node. They start in this order. */
export function addServices (
  { services = [], swarmAfterMs = 0, onGc, autoConf, isOff }: ServicesInit & Pick<NetworkInit, 'isOff'>,
  node: IpfsNode,
  { ownSwarm }: Network
): void {
  const { autoConf: recommended } = node.config
  const all = [
    autoConf == null || recommended == null
      ? undefined
      : new AutoConfUpdater(node, recommended, { isOff, ...autoConf }),
    new ResumedJobs(node),
    new DenylistRefresher(node),
    new PinCatchUp(node),
    new NameRepublisher(node, ownSwarm),
    new MfsRemotePins(node),
    new FolderPublisher(node),
    new AutoGc(node, { notify: onGc }),
    node.repairReport,
    node.providing,
    node.keptPeers,
    ownSwarm == null ? undefined : new SwarmStart(ownSwarm, node.changes, { afterMs: swarmAfterMs })
  ]

  for (const service of all) {
    if (service != null) {
      node.services.add(service)
    }
  }

  for (const makeService of services) {
    node.services.add(makeService(node))
  }
}
