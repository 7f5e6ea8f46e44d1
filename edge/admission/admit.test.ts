import { describe, expect, it } from 'vitest'
import { deployment } from '../deployment.ts'
import { areaOf } from '../request/area.ts'
import { admitPeer } from './admit-peer.ts'
import { admit } from './admit.ts'

const AUTHORIZATIONS = JSON.stringify({
  'API.Authorizations': {
    a: { AuthSecret: 'bearer:alice', AllowedPaths: ['/api/v0/id'] },
    b: { AuthSecret: 'basic:bob:pass', AllowedPaths: ['/api/v0'] }
  }
})

async function outcome (
  { path = '/api/v0/id', header, token, config = '{}' }: {
    path?: string
    header?: string
    token?: string
    config?: string
  }
): Promise<string> {
  const request = new Request(`https://node.example${path}`, {
    method: 'POST',
    headers: header == null ? {} : { Authorization: header }
  })
  const admission = await admit(request, await deployment({ CONFIG: config } as never), token)
  return 'refused' in admission
    ? `${admission.refused.status} ${(await admission.refused.text()).trim()}`
    : admission.by
}

describe('access to the RPC of a node on the edge', () => {
  it('is rejected without a secret, for any request', async () => {
    for (const header of [undefined, 'Bearer ', 'Bearer undefined', 'Bearer null', 'Basic Og==', 'Basic', '']) {
      expect(await outcome({ header })).toMatch(/^403 the RPC of this node is closed: it was deployed without a secret/)
      expect(await outcome({ header, token: '' })).toMatch(
        /^403 the RPC of this node is closed: it was deployed without a secret/
      )
    }
  })

  it('is granted with the secret, as a bearer token or as a password', async () => {
    const token = 'sécret'
    expect(await outcome({ token, header: `Bearer ${token}` })).toBe('token')
    expect(await outcome({ token, header: `bearer  ${token}` })).toBe('token')
    expect(await outcome({ token, header: `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}` })).toBe(
      'token'
    )
    expect(await outcome({ token, header: `Basic ${Buffer.from(`:${token}`).toString('base64')}` })).toBe('token')
  })

  it('is refused with a part of the secret, or more than it', async () => {
    const token = 'secret'

    for (
      const header of [
        undefined,
        '',
        'Bearer',
        'Bearer secre',
        'Bearer secrets',
        'Bearer SECRET',
        'secret',
        'Token secret',
        'Bearer secret secret',
        'Basic secret',
        'Basic ***',
        `Basic ${btoa('secret:')}`,
        `Basic ${btoa('a:secret:b')}`,
        `Bearer ${'x'.repeat(100_000)}`
      ]
    ) {
      expect(await outcome({ token, header })).toMatch(/^403 the RPC of this node needs its secret/)
    }
  })

  it('is granted by API.Authorizations of the deployment, for their paths', async () => {
    const config = AUTHORIZATIONS
    expect(await outcome({ config, header: 'Bearer alice' })).toBe('authorizations')
    expect(await outcome({ config, header: 'Bearer alice', path: '/api/v0/version' })).toBe('authorizations')
    expect(await outcome({ config, header: `Basic ${btoa('bob:pass')}`, path: '/api/v0/repo/gc' })).toBe(
      'authorizations'
    )
    expect(await outcome({ config, header: 'Bearer t', token: 't', path: '/api/v0/repo/gc' })).toBe('token')
    expect(await outcome({ config, header: 'Bearer alice', path: '/api/v0/repo/gc' })).toMatch(
      /^403 Kubo RPC Access Denied/
    )
    expect(await outcome({ config, header: 'Bearer alic' })).toMatch(/^403 Kubo RPC Access Denied/)
    expect(await outcome({ config })).toMatch(/^403 Kubo RPC Access Denied/)
  })

  it('reports invalid settings of the deployment', async () => {
    await expect(outcome({ config: '{' })).rejects.toThrow('the CONFIG of this deployment is no JSON')
    await expect(outcome({ config: '{"Gateway.NoFetch": 7}' })).rejects.toThrow(
      'the CONFIG of this deployment: Gateway.NoFetch'
    )
  })
})

describe('the API that a request to a node on the edge is for', () => {
  const CONFIG = JSON.stringify({
    'Gateway.PublicGateways': { 'node.example': { UseSubdomains: true, Paths: ['/ipfs', '/ipns'] } }
  })
  const area = async (url: string): Promise<string> => areaOf(new Request(url), await deployment({ CONFIG } as never))

  it('is the RPC at its paths, and the gateway at all others', async () => {
    expect(await area('https://node.example/api/v0/id')).toBe('rpc')
    expect(await area('https://node.example/api/v0')).toBe('rpc')
    expect(await area('https://node.example/api/v00/id')).toBe('gateway')
    expect(await area('https://node.example/ipfs/bafkqaaa')).toBe('gateway')
    expect(await area('https://node.example//api/v0/id')).toBe('gateway')
  })

  it('is never the RPC on the own origin of a content', async () => {
    expect(await area('https://bafkqaaa.ipfs.node.example/api/v0/id')).toBe('gateway')
    expect(await area('https://bafkqaaa.ipfs.NODE.example:8443/api/v0/id')).toBe('gateway')
    expect(await area('http://docs-example.ipns.localhost:8787/api/v0/id')).toBe('gateway')
  })
})

describe('a WebSocket request', () => {
  const asked = async (url: string, config = '{}', headers: Record<string, string> = {}): Promise<string | number> => {
    const admission = admitPeer(
      new Request(url, { headers: { Upgrade: 'websocket', ...headers } }),
      await deployment({ CONFIG: config } as never)
    )
    return 'refused' in admission ? admission.refused.status : admission.by
  }

  it('is a connection of a peer, except on the own origin of content', async () => {
    const area = async (url: string): Promise<string> =>
      areaOf(
        new Request(url, { headers: { Upgrade: 'WebSocket' } }),
        await deployment(
          { CONFIG: '{"Gateway.PublicGateways":{"node.example":{"UseSubdomains":true,"Paths":["/ipfs"]}}}' } as never
        )
      )
    expect(await area('https://node.example/')).toBe('peer')
    expect(await area('https://bafkqaaa.ipfs.node.example/')).toBe('gateway')
  })

  it('passes only at the root of the host, and if the settings of the deployment accept peers', async () => {
    expect(await asked('https://node.example/')).toBe('peer')
    expect(await asked('https://node.example/ipfs/bafkqaaa')).toBe(404)
    expect(await asked('https://node.example/', '{"Addresses.Swarm":[]}')).toBe(403)
    expect(await asked('https://node.example/', '{"Swarm.Transports.Network.Websocket":false}')).toBe(403)
    const filtered = '{"Swarm.AddrFilters":["/ip4/203.0.113.0/ipcidr/24","/ip6/2001:db8::/ipcidr/32"]}'
    expect(await asked('https://node.example/', filtered, { 'cf-connecting-ip': '203.0.113.9' })).toBe(403)
    expect(await asked('https://node.example/', filtered, { 'cf-connecting-ip': '2001:db8::9' })).toBe(403)
    expect(await asked('https://node.example/', filtered, { 'cf-connecting-ip': '198.51.100.9' })).toBe('peer')
  })
})
