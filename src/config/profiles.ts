import { DEFAULT_CONFIG } from './config-store.ts'
import recorded from './profiles.json' with { type: 'json' }
import { getIn, setIn } from './values/config.ts'
import type { Config, Json } from './values/config.ts'

/** A named change of the configuration. */
export interface Profile {
  /** its purpose, in a sentence */
  description: string
  /** whether only a repo without blocks can use it */
  initOnly?: boolean
  apply: (config: Config) => Config
}

const DYNAMIC_PORTS = { first: 49152, count: 16384 }

type Recorded = keyof typeof recorded.profiles

/**
 * Returns the values that Kubo's profile was recorded to set (profiles.json), without those that equal the defaults of
 * a new repo.
 */
function recordedValues (name: Recorded): Array<[string, Json]> {
  return Object.entries(recorded.profiles[name].set as Config)
}

function setAll (config: Config, changes: Array<[string, Json]>): Config {
  return changes.reduce((changed, [path, value]) => setIn(changed, path, value), config)
}

const SERVER_FILTERS = recorded.profiles.server.set['Swarm.AddrFilters']
const FILTER_LISTS = ['Addresses.NoAnnounce', 'Swarm.AddrFilters']

function editFilters (config: Config, edit: (list: Json[]) => Json[]): Config {
  return FILTER_LISTS.reduce((changed, path) => {
    const list = getIn(config, path)
    return setIn(changed, path, edit(Array.isArray(list) ? list : []))
  }, config)
}

/** Returns the default values at some paths. */
function byDefault (...paths: string[]): Array<[string, Json]> {
  return paths.map((path) => [path, getIn(DEFAULT_CONFIG, path) ?? null])
}

function recordedProfile (name: Recorded, description: string, extra: Array<[string, Json]> = []): Profile {
  return { description, apply: (config) => setAll(config, [...recordedValues(name), ...extra]) }
}

/** Refuses profiles of datastores. A datastore is chosen with the repo, and this node has others than Kubo. */
function datastoreProfile (name: Recorded, description: string): Profile {
  const spec = recordedValues(name).reduce((config, [path, value]) => setIn(config, path, value), {} as Config)
  const value = getIn(spec, 'Datastore.Spec') ?? getIn(DEFAULT_CONFIG, 'Datastore.Spec') as Json
  return { description, initOnly: true, apply: (config) => setIn(config, 'Datastore.Spec', value) }
}

/** The profiles of Kubo v0.40.0 (`config/profile.go`), by their names. */
export const profiles: Readonly<Record<string, Profile>> = {
  server: {
    description:
      'For machines with a public address: no local discovery, and no announcing or dialling of private addresses.',
    apply: (config) =>
      setAll(editFilters(config, (list) => [...new Set([...list, ...SERVER_FILTERS])]), [[
        'Discovery.MDNS.Enabled',
        false
      ], ['Swarm.DisableNatPortMap', true]])
  },
  'local-discovery': {
    description: 'Reverts the profile server.',
    apply: (config) =>
      setAll(editFilters(config, (list) => list.filter((item) => !SERVER_FILTERS.includes(String(item)))), [[
        'Discovery.MDNS.Enabled',
        true
      ], ['Swarm.DisableNatPortMap', false]])
  },
  test: recordedProfile('test', 'Disables all external services, for tests.'),
  'default-networking': {
    description: 'Reverts the profile test.',
    apply: (config) =>
      setAll(config, [
        ...byDefault('Addresses', 'Bootstrap'),
        ['AutoConf.Enabled', null],
        ['AutoConf.URL', null],
        ['Swarm.DisableNatPortMap', false],
        ['Discovery.MDNS.Enabled', true],
        ['AutoTLS.Enabled', null]
      ])
  },
  'default-datastore': datastoreProfile('default-datastore', 'Stores blocks in the default store of a new repo.'),
  flatfs: datastoreProfile(
    'flatfs',
    "Stores blocks in Kubo's default store; in this node, the default store of a new repo."
  ),
  'flatfs-measure': datastoreProfile('flatfs-measure', 'flatfs with metrics. Kubo only.'),
  pebbleds: datastoreProfile('pebbleds', 'Stores blocks in pebble. Kubo only.'),
  'pebbleds-measure': datastoreProfile('pebbleds-measure', 'pebbleds with metrics. Kubo only.'),
  badgerds: datastoreProfile('badgerds', 'Stores blocks in badger 1. Kubo only, deprecated.'),
  'badgerds-measure': datastoreProfile('badgerds-measure', 'badgerds with metrics. Kubo only.'),
  lowpower: recordedProfile('lowpower', 'Few connections, no services for other peers.'),
  'announce-off': recordedProfile(
    'announce-off',
    'Disables announcements of content. Only connected peers find it.'
  ),
  'announce-on': recordedProfile('announce-on', 'Reverts the profile announce-off.'),
  randomports: {
    description: 'Listens on a random port.',

    apply (config) {
      const port = DYNAMIC_PORTS.first + Math.floor(Math.random() * DYNAMIC_PORTS.count)
      return setIn(config, 'Addresses.Swarm', [`/ip4/0.0.0.0/tcp/${port}`, `/ip6/::/tcp/${port}`])
    }
  },
  'unixfs-v0-2015': recordedProfile(
    'unixfs-v0-2015',
    'Legacy import settings: CIDv0, chunks of 256 KiB.'
  ),
  'legacy-cid-v0': recordedProfile('legacy-cid-v0', 'Alias of unixfs-v0-2015.'),
  'unixfs-v1-2025': recordedProfile(
    'unixfs-v1-2025',
    'Import settings with reproducible CIDs across implementations: CIDv1, chunks of 1 MiB.'
  ),
  'autoconf-on': {
    description: 'Uses the recommended bootstrap peers, resolvers, routers and publishers.',

    apply (config) {
      const url = getIn(config, 'AutoConf.URL') ?? recorded.profiles['autoconf-on'].set['AutoConf.URL']
      return setAll(config, [
        ...byDefault('Bootstrap', 'DNS.Resolvers', 'Routing.DelegatedRouters', 'Ipns.DelegatedPublishers'),
        ['AutoConf.Enabled', true],
        ['AutoConf.URL', url]
      ])
    }
  },
  'autoconf-off': recordedProfile(
    'autoconf-off',
    'Clears bootstrap peers, resolvers, routers and publishers, so that they can be set by hand.',
    [['DNS.Resolvers', null]]
  )
}
