import { MemoryDatastore } from 'datastore-core'
import { expect, it } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import type { Json } from '../../config/values/config.ts'
import { gatewayHeaders } from '../response/response-headers.ts'
import { gatewayConfig } from './config.ts'
import type { PublicGateway } from './public-gateway.ts'

const openGatewayConfig = async (config: Record<string, Json> = {}): ReturnType<typeof openConfig> =>
  await openConfig(new MemoryDatastore(), { overrides: config })

/** The gateway that exists without configuration. */
const LOCALHOST: PublicGateway = {
  paths: ['/ipfs/', '/ipns/', '/p2p/'],
  useSubdomains: true,
  noDnslink: false,
  inlineDnslink: false,
  deserializedResponses: true
}

it("the gateway configuration has Kubo's defaults", async () => {
  expect(gatewayConfig(await openGatewayConfig())).toEqual({
    noFetch: false,
    deserializedResponses: true,
    publicGateways: new Map([['localhost', LOCALHOST]]),
    noDnslink: false,
    allowCodecConversion: false,
    disableHtmlErrors: false,
    retrievalTimeoutMs: 30_000,
    maxRequestMs: 3_600_000,
    maxConcurrentRequests: 4096,
    diagnosticServiceUrl: 'https://check.ipfs.network',
    maxRangeRequestFileBytes: 0,
    maxDeserializedBytes: 0,
    rootRedirect: '',
    sendsXIpfsPath: true,
    exposesIpfsUri: false,
    httpHeaders: {}
  })
})

it('the gateway configuration applies changed settings immediately', async () => {
  const store = await openGatewayConfig({
    'Gateway.NoFetch': true,
    'Gateway.DeserializedResponses': false,
    'Gateway.AllowCodecConversion': true,
    'Gateway.DisableHTMLErrors': true,
    'Gateway.RetrievalTimeout': '1m30s',
    'Gateway.MaxRangeRequestFileSize': '5GiB',
    'Gateway.MaxDeserializedResponseSize': '1GiB',
    'Gateway.RootRedirect': '/x',
    'Gateway.NoDNSLink': true,
    'Gateway.MaxConcurrentRequests': -5,
    'Gateway.DiagnosticServiceURL': 'javascript:alert(1)',
    'Gateway.PublicGateways': {
      'a.example': {},
      'b.example': {
        Paths: ['/ipfs'],
        UseSubdomains: true,
        NoDNSLink: true,
        InlineDNSLink: true,
        DeserializedResponses: true
      },
      localhost: null
    }
  })

  expect(gatewayConfig(store)).toMatchObject({
    noFetch: true,
    deserializedResponses: false,
    allowCodecConversion: true,
    disableHtmlErrors: true,
    retrievalTimeoutMs: 90_000,
    maxRequestMs: 3_600_000,
    maxRangeRequestFileBytes: 5 * 1024 ** 3,
    maxDeserializedBytes: 1024 ** 3,
    rootRedirect: '/x',
    noDnslink: true,
    maxConcurrentRequests: 0,
    diagnosticServiceUrl: '',
    publicGateways: new Map<string, PublicGateway>([
      ['a.example', {
        paths: [],
        useSubdomains: false,
        noDnslink: false,
        inlineDnslink: false,
        deserializedResponses: false
      }],
      ['b.example', {
        paths: ['/ipfs'],
        useSubdomains: true,
        noDnslink: true,
        inlineDnslink: true,
        deserializedResponses: true
      }]
    ])
  })

  expect(gatewayConfig(store)).toBe(gatewayConfig(store))
  await store.set('Gateway.NoFetch', false)
  expect(gatewayConfig(store).noFetch).toBe(false)
  await store.set('Gateway.RetrievalTimeout', '0s')
  expect(gatewayConfig(store).retrievalTimeoutMs).toBe(0)
})

it('answers are readable by every origin, unless configured otherwise', async () => {
  expect(Object.fromEntries(gatewayHeaders(gatewayConfig(await openGatewayConfig())))).toEqual({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'Content-Type, Range, User-Agent, X-Requested-With',
    'access-control-expose-headers':
      'Content-Length, Content-Range, X-Chunked-Output, X-Ipfs-Path, X-Ipfs-Roots, X-Stream-Output'
  })

  const own = await openGatewayConfig({
    'Gateway.HTTPHeaders': {
      'X-One': ['a', 'b'],
      'access-control-allow-origin': ['http://a.example'],
      'Access-Control-Allow-Headers': ['x-two, range']
    }
  })
  const headers = gatewayHeaders(gatewayConfig(own))
  expect(headers.get('x-one')).toBe('a, b')
  expect(headers.get('access-control-allow-origin')).toBe('http://a.example')
  expect(headers.get('access-control-allow-headers')).toBe('Content-Type, Range, User-Agent, X-Requested-With, X-Two')
})
