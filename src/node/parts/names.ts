import { KeyStore } from '../../keys/store/key-store.ts'
import type { Logs } from '../../log/logs.ts'
import { DnsResolver } from '../../names/dns/dns-resolver.ts'
import { dnslink } from '../../names/dns/dnslink.ts'
import { Names } from '../../names/names.ts'
import type { ContentPath } from '../../path/content-path.ts'
import type { NodeNames } from '../interface/node-names.ts'
import type { Network } from './network.ts'
import type { OpenRepo } from './repo.ts'

export interface NamesInit {
  /** content paths of domain names that are resolved without DNS */
  linkedNames?: ReadonlyMap<string, ContentPath>
}

/** Creates the key store of a node, and the resolver and publisher of its names. */
export function createNames (
  { linkedNames }: NamesInit,
  { identity, config, datastore, policy }: OpenRepo,
  network: Network,
  logs: Logs
): NodeNames {
  const keys = new KeyStore(datastore, () => identity.privateKey)
  const lookup = dnslink(new DnsResolver(config))

  const names = new Names({
    datastore,
    config,
    online: () => network.members.online,
    dnslink: async (domain, options) => {
      const path = linkedNames?.get(domain)
      return path == null ? await lookup(domain, options) : { path, ttlMs: 0 }
    },
    places: network.recordPlaces,
    ownKeys: async () => await keys.privateKeys(),
    policy,
    log: logs.logger('namesys'),
    notify: (name, { place, problem }) => {
      const log = logs.logger('namesys')

      if (problem == null) {
        log.info('a record was published', { name, place })
      } else {
        log.warn('a record was not published', { name, place, problem })
      }
    }
  })

  return { identity, keys, names }
}
