import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from './config-store.ts'
import { readConfig } from './document/read-config.ts'
import recorded from './profiles.json' with { type: 'json' }
import { profiles } from './profiles.ts'
import { getIn, setIn } from './values/config.ts'
import type { Config, Json } from './values/config.ts'

const apply = (name: string, config: Config = DEFAULT_CONFIG): Config => profiles[name].apply(config)

test('the profiles are the same as in Kubo', () => {
  expect(Object.keys(profiles).sort()).toEqual(Object.keys(recorded.profiles).sort())
})

describe.each(Object.keys(profiles))('%s', (name) => {
  test('returns a valid configuration', () => {
    expect(() => readConfig(apply(name))).not.toThrow()
  })

  test('does not modify the original configuration', () => {
    const before = structuredClone(DEFAULT_CONFIG)
    apply(name)
    expect(DEFAULT_CONFIG).toEqual(before)
  })

  test('sets the values of a new Kubo repo', () => {
    if (name === 'randomports' || profiles[name].initOnly === true) {
      return // drawn by lot; of other stores
    }

    const changed = apply(name)
    // Values that are empty in Kubo's profile may stay unset here, because the default is empty too.
    for (
      const [path, value] of Object.entries(
        (recorded.profiles as unknown as Record<string, { set: Record<string, Json> }>)[name].set
      )
    ) {
      expect([path, getIn(changed, path)]).toEqual([path, value])
    }
  })
})

test('local-discovery reverts server', () => {
  const own = setIn(DEFAULT_CONFIG, 'Swarm.AddrFilters', ['/ip4/1.2.3.4/ipcidr/32'])
  const server = apply('server', own)
  expect((getIn(server, 'Swarm.AddrFilters') as string[]).slice(0, 2)).toEqual([
    '/ip4/1.2.3.4/ipcidr/32',
    '/ip4/10.0.0.0/ipcidr/8'
  ])
  expect(apply('server', server)).toEqual(server)
  expect(apply('local-discovery', server)).toEqual(setIn(own, 'Discovery.MDNS.Enabled', true))
})

test('default-networking reverts the network settings of test', () => {
  const back = apply('default-networking', apply('test'))
  expect(back).toMatchObject({
    Addresses: DEFAULT_CONFIG.Addresses,
    Bootstrap: ['auto'],
    AutoConf: { Enabled: null },
    AutoTLS: { Enabled: null },
    Discovery: { MDNS: { Enabled: true } }
  })
  expect(getIn(back, 'Swarm.DisableNatPortMap')).toBe(false)
})

test('autoconf-on reverts autoconf-off, and keeps a URL', () => {
  const on = apply('autoconf-on', setIn(apply('autoconf-off'), 'AutoConf.URL', 'https://mine'))
  expect(on).toMatchObject({
    Bootstrap: ['auto'],
    DNS: { Resolvers: { '.': 'auto' } },
    Routing: { DelegatedRouters: ['auto'] },
    Ipns: { DelegatedPublishers: ['auto'] },
    AutoConf: { Enabled: true, URL: 'https://mine' }
  })
})

test('randomports chooses one port', () => {
  const [v4, v6] = getIn(apply('randomports'), 'Addresses.Swarm') as string[]
  const port = Number(v4.split('/').at(-1))
  expect([v4, v6]).toEqual([`/ip4/0.0.0.0/tcp/${port}`, `/ip6/::/tcp/${port}`])
  expect(port).toBeGreaterThanOrEqual(49152)
  expect(port).toBeLessThan(65536)
})
