import { DEFAULT_CONFIG } from './config-store.ts'
import recorded from './profiles.json' with { type: 'json' }
import { getIn, setIn } from './values/config-path.ts'
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
function values (name: Recorded): Array<[string, Json]> {
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
  return { description, apply: (config) => setAll(config, [...values(name), ...extra]) }
}

/** Refuses profiles of datastores. A datastore is chosen with the repo, and this node has others than Kubo. */
function datastore (name: Recorded, description: string): Profile {
  const spec = values(name).reduce((config, [path, value]) => setIn(config, path, value), {} as Config)
  const value = getIn(spec, 'Datastore.Spec') ?? getIn(DEFAULT_CONFIG, 'Datastore.Spec') as Json
  return { description, initOnly: true, apply: (config) => setIn(config, 'Datastore.Spec', value) }
}

/** The profiles of Kubo v0.40.0 (`config/profile.go`), by their names. */
export const profiles: Readonly<Record<string, Profile>> = {
  server: {
    description:
      'For machines with a public address: no discovery on, no announcing of and no dialling into private networks.',
    apply: (config) =>
      setAll(editFilters(config, (list) => [...new Set([...list, ...SERVER_FILTERS])]), [[
        'Discovery.MDNS.Enabled',
        false
      ], ['Swarm.DisableNatPortMap', true]])
  },
  'local-discovery': {
    description: 'Takes back what the profile server does.',
    apply: (config) =>
      setAll(editFilters(config, (list) => list.filter((item) => !SERVER_FILTERS.includes(String(item)))), [[
        'Discovery.MDNS.Enabled',
        true
      ], ['Swarm.DisableNatPortMap', false]])
  },
  test: recordedProfile('test', 'Keeps the outside world out, for tests.'),
  'default-networking': {
    description: 'Takes back what the profile test does.',
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
  'default-datastore': datastore('default-datastore', 'Keeps blocks in the store of a new repo.'),
  flatfs: datastore('flatfs', 'Keeps blocks as Kubo does by default; here that is the store of a new repo.'),
  'flatfs-measure': datastore('flatfs-measure', 'As flatfs, with measurements; for Kubo alone.'),
  pebbleds: datastore('pebbleds', 'Keeps blocks in pebble; for Kubo alone.'),
  'pebbleds-measure': datastore('pebbleds-measure', 'As pebbleds, with measurements; for Kubo alone.'),
  badgerds: datastore('badgerds', 'Keeps blocks in badger 1; for Kubo alone, and given up there.'),
  'badgerds-measure': datastore('badgerds-measure', 'As badgerds, with measurements; for Kubo alone.'),
  lowpower: recordedProfile('lowpower', 'Few connections and no services for others.'),
  'announce-off': recordedProfile(
    'announce-off',
    'Announces nothing of what the node has; others find it only by being connected.'
  ),
  'announce-on': recordedProfile('announce-on', 'Takes back what the profile announce-off does.'),
  randomports: {
    description: 'Listens on a port drawn by lot.',

    apply (config) {
      const port = DYNAMIC_PORTS.first + Math.floor(Math.random() * DYNAMIC_PORTS.count)
      return setIn(config, 'Addresses.Swarm', [`/ip4/0.0.0.0/tcp/${port}`, `/ip6/::/tcp/${port}`])
    }
  },
  'unixfs-v0-2015': recordedProfile(
    'unixfs-v0-2015',
    'Imports files as in the first years: CIDs of version 0, chunks of 256 KiB.'
  ),
  'legacy-cid-v0': recordedProfile('legacy-cid-v0', 'Another name of unixfs-v0-2015.'),
  'unixfs-v1-2025': recordedProfile(
    'unixfs-v1-2025',
    'Imports files so that all implementations give the same CID: version 1, chunks of 1 MiB.'
  ),
  'autoconf-on': {
    description: 'Leaves bootstrap peers, resolvers, routers and publishers to the recommendations of the network.',

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
    'Empties bootstrap peers, resolvers, routers and publishers, to be set by hand.',
    [['DNS.Resolvers', null]]
  )
}
