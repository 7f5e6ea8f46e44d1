import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { COMMIT, KUBO_VERSION, LANGUAGE, SYSTEM } from '../repo/version.ts'
import { Quota } from '../store/quota/quota.ts'
import { memoryFacts } from './memory.ts'

/**
 * Returns facts about the runtime, in the shape of Kubo's (`core/commands/sysdiag.go`). The disk is the browser's quota
 * for this origin; unavailable facts are 0 or empty.
 */
export async function systemFacts (
  { config, online, repoPath, services }: IpfsNode,
  quota: Pick<Quota, 'estimate'> = new Quota()
) {
  const estimate = await quota.estimate()
  const [arch, os] = SYSTEM.split('/')
  const cpus = globalThis.navigator?.hardwareConcurrency ?? 0

  return {
    diskinfo: {
      free_space: estimate?.free ?? 0,
      fstype: config.get<string>('Datastore.Spec.type') ?? '',
      total_space: estimate?.quota ?? 0
    },
    environment: { GOPATH: '', IPFS_PATH: repoPath },
    ipfs_commit: COMMIT,
    ipfs_version: KUBO_VERSION,
    memory: { swap: 0, virt: memoryFacts().totalBytes ?? 0 },
    net: online ? { interface_addresses: [], online } : { online },
    runtime: {
      arch,
      compiler: LANGUAGE,
      gomaxprocs: 1, // a worker has one thread
      numcpu: cpus,
      numgoroutines: services.list().reduce((sum, { working }) => sum + working, 0),
      os,
      version: globalThis.navigator?.userAgent ?? ''
    }
  }
}
