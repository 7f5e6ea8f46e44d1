import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../config-store.ts'
import { profiles } from '../profiles.ts'
import { getIn, setIn } from '../values/config.ts'
import type { Config, Json } from '../values/config.ts'
import { readConfig } from './read-config.ts'
import { writtenConfig } from './written-config.ts'

/**
 * Explicit zeros of all kinds of fields: pointers of Go, plain values with `omitempty`, entries of maps, and null for
 * each.
 */
const ZEROS: Array<[path: string, value: Json]> = [
  ['Gateway.MaxConcurrentRequests', 0],
  ['Gateway.MaxRangeRequestFileSize', '0'],
  ['Gateway.RetrievalTimeout', '0s'],
  ['Gateway.DiagnosticServiceURL', ''],
  ['Gateway.MaxConcurrentRequests', null],
  ['Gateway.PublicGateways', { localhost: null }],
  ['Swarm.ConnMgr.LowWater', 0],
  ['Swarm.ConnMgr.Type', ''],
  ['Swarm.RelayService.MaxCircuits', 0],
  ['Swarm.ResourceMgr.MaxFileDescriptors', 0],
  ['Swarm.RelayClient.StaticRelays', []],
  ['Swarm.Transports.Network.QUIC', null],
  ['Provide.DHT.MaxWorkers', 0],
  ['Provide.Strategy', ''],
  ['AutoTLS.RegistrationToken', ''],
  ['AutoTLS.Enabled', null],
  ['HTTPRetrieval.Allowlist', []],
  ['HTTPRetrieval.NumWorkers', 0],
  ['Routing.IgnoreProviders', []],
  ['Migration.Keep', ''],
  ['Experimental.GatewayOverLibp2p', false],
  ['Internal.MFSNoFlushLimit', 0],
  ['Version.SwarmCheckPercentThreshold', 0],
  ['Version.AgentSuffix', ''],
  ['Datastore.NoSync', false],
  ['API.Authorizations', {}],
  ['API.HTTPHeaders', { 'X-None': null }],
  ['Import.UnixFSRawLeaves', null]
]

const withZero = (path: string, value: Json): Config => setIn(structuredClone(DEFAULT_CONFIG), path, value)

describe('an explicit zero', () => {
  test.each(ZEROS)('at %s, of %j, stays when the document is written', (path, value) => {
    const document = readConfig(withZero(path, value))
    expect(getIn(writtenConfig(DEFAULT_CONFIG, document, document), path)).toEqual(value)
  })

  test.each(ZEROS)('at %s, of %j, stays when a profile is applied that sets another key', (path, value) => {
    const config = withZero(path, value)

    for (
      const name of ['test', 'lowpower', 'server', 'announce-off', 'legacy-cid-v0'].filter((name) =>
        Object.hasOwn(profiles, name)
      )
    ) {
      const next = profiles[name].apply(config)

      if (JSON.stringify(getIn(next, path)) === JSON.stringify(value)) {
        expect(getIn(writtenConfig(config, next, config), path)).toEqual(value)
      }
    }
  })

  test('is not restored after a change that removes the key', () => {
    const config = withZero('Gateway.MaxConcurrentRequests', null)
    const next = setIn(config, 'Gateway', {})
    expect(getIn(writtenConfig(config, next, config), 'Gateway.MaxConcurrentRequests')).toBeUndefined()
  })

  test('in a document stays for any case of its key', () => {
    const document = readConfig({ gateway: { maxconcurrentrequests: 0, publicGATEWAYS: { localhost: null } } })
    expect(writtenConfig({}, document, document).Gateway).toMatchObject({
      MaxConcurrentRequests: 0,
      PublicGateways: { localhost: null }
    })
  })
})

/** Kubo's `OptionalDuration` writes `time.Duration.String`. */
test.each([['60m', '1h0m0s'], ['0', '0s'], ['90s', '1m30s'], ['1.5h', '1h30m0s'], ['-1m', '-1m0s'], ['1000us', '1ms'], [
  'default',
  null
], ['', null]])('a duration of %j is written as %j', (text, written) => {
  const document = readConfig({ Gateway: { RetrievalTimeout: text } })
  expect(getIn(writtenConfig({}, document, document), 'Gateway.RetrievalTimeout')).toBe(written)
})
