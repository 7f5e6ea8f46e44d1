import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import type { Json } from '../../config/values/config.ts'
import { startDohServer } from '../../testing/http/doh-server.ts'
import type { DohServer, DohServerInit } from '../../testing/http/doh-server.ts'
import { DnsResolver } from './dns-resolver.ts'
import { dnslink } from './dnslink.ts'
import { readDnsJson } from './read-dns-json.ts'
import { readDnsMessage } from './read-dns-message.ts'
import { writeDnsQuery } from './write-dns-query.ts'

const CID = 'bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om'
const MISSING =
  'could not resolve name: DNSLink lookup could not find a TXT record (https://docs.ipfs.tech/concepts/dnslink/)'

const servers: DohServer[] = []
const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(
    servers.splice(0).map(async (server) => {
      await server.close()
    })
  )
})

async function startServer (init: DohServerInit): Promise<DohServer> {
  const server = await startDohServer(init)
  servers.push(server)
  return server
}

/** Creates a DNSLink lookup with these settings. */
async function finder (config: Record<string, Json>): Promise<(domain: string) => Promise<string>> {
  const lookup = dnslink(new DnsResolver(await openConfig(new MemoryDatastore(), { overrides: config })))
  return async (domain) => (await lookup(domain, { signal })).path.text
}

const linkZone = (records: Array<string | string[]>): DohServerInit['zone'] => ({ '_dnslink.a.test': records })

describe('a DNSLink', () => {
  test.each([['message'], ['json']] as const)('is found in the %s form', async (form) => {
    const server = await startServer({ zone: linkZone(['v=spf1', `dnslink=/ipfs/${CID}/a`]), forms: [form] })
    const find = await finder({ 'DNS.Resolvers': { '.': server.url } })
    expect(await find('a.test')).toBe(`/ipfs/${CID}/a`)
    expect(await find('A.test.')).toBe(`/ipfs/${CID}/a`)
    expect(server.asked).toEqual([`${form} _dnslink.a.test`])
  })

  test.each([
    ['a name', ['dnslink=/ipns/b.test'], '/ipns/b.test'],
    ['a bare path', [`/ipfs/${CID}`], `/ipfs/${CID}`],
    ['a bare CID', [CID], `/ipfs/${CID}`],
    ['a CID', [`dnslink=${CID}`], `/ipfs/${CID}`],
    ['several strings', [['dnslink=/ipfs/', CID, '/x']], `/ipfs/${CID}/x`],
    ['one that is no path', ['dnslink=nothing', `dnslink=/ipfs/${CID}`], `/ipfs/${CID}`],
    ['one of another kind', [`dnslink=/ipld/${CID}`, `dnslink=/ipfs/${CID}`], `/ipfs/${CID}`]
  ])('may be %s', async (_, records, path) => {
    for (const forms of [['message'], ['json']] as const) {
      const server = await startServer({ zone: linkZone(records), forms: [...forms] })
      expect(await (await finder({ 'DNS.Resolvers': { '.': server.url } }))('a.test')).toBe(path)
    }
  })

  test.each([
    ['no name', {}, MISSING],
    ['no record of the kind', linkZone(['v=spf1']), MISSING],
    ['no record', linkZone([]), MISSING],
    [
      'two links',
      linkZone([`dnslink=/ipfs/${CID}`, `dnslink=/ipfs/${CID}/b`]),
      'could not resolve name: DNSLink lookup returned more than one IPFS content path; ask domain owner to ' +
      'remove duplicate TXT records'
    ],
    ['a failure', { '_dnslink.a.test': 2 }, 'the server could not answer (RCODE 2)']
  ])('is missing: %s', async (_, zone, reason) => {
    for (const forms of [['message'], ['json']] as const) {
      const server = await startServer({ zone, forms: [...forms] })
      await expect((await finder({ 'DNS.Resolvers': { '.': server.url } }))('a.test')).rejects.toMatchObject({
        name: 'NameNotResolvedError',
        message: `DNSLink lookup for "a.test." failed: ${reason}`
      })
    }
  })
})

test('is valid for the rest of the TTL of its record, at most DNS.MaxCacheTTL', async () => {
  const server = await startServer({ zone: linkZone([`dnslink=/ipfs/${CID}`]), ttlSecs: 60 })
  const lookup = async (config: Record<string, Json>): Promise<() => Promise<number>> => {
    const find = dnslink(
      new DnsResolver(
        await openConfig(new MemoryDatastore(), { overrides: { 'DNS.Resolvers': { '.': server.url }, ...config } })
      )
    )
    return async () => (await find('a.test', { signal })).ttlMs
  }

  const ttlMs = await lookup({})
  expect(await ttlMs()).toBe(60_000)
  vi.setSystemTime(Date.now() + 45_500)
  expect(await ttlMs()).toBe(15_000)
  vi.setSystemTime(Date.now() + 20_000)
  expect(await ttlMs()).toBe(60_000)
  expect(server.asked).toHaveLength(2)
  expect(await (await lookup({ 'DNS.MaxCacheTTL': '10s' }))()).toBe(10_000)
})

describe('servers', () => {
  test('are those of the longest matching domain', async () => {
    const [all, test, sub] = [
      await startServer({ zone: {} }),
      await startServer({ zone: {} }),
      await startServer({ zone: {} })
    ]
    const find = await finder({ 'DNS.Resolvers': { '.': all.url, 'test.': test.url, 'b.test.': sub.url } })
    await Promise.allSettled([find('x.org'), find('a.test'), find('c.b.test'), find('b.test')])
    expect([all.asked, test.asked, sub.asked.sort()]).toEqual([
      ['message _dnslink.x.org'],
      ['message _dnslink.a.test'],
      ['message _dnslink.b.test', 'message _dnslink.c.b.test']
    ])
  })

  test.each([[{}], [{ '.': 'auto' }], [{ '.': '' }], [{ 'other.': 'https://dns.test/dns-query' }]])(
    'are skipped if they are not set: %j',
    async (resolvers) => {
      const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('asked'))
      await expect((await finder({ 'DNS.Resolvers': resolvers }))('a.test')).rejects.toThrow(
        'DNSLink lookup for "a.test." failed: no server to ask is set in DNS.Resolvers'
      )
      expect(fetched).not.toHaveBeenCalled()
      fetched.mockRestore()
    }
  )

  test('that are recommended are used for their domain only, if the configuration has auto', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('asked'))
    await expect((await finder({ 'DNS.Resolvers': { '.': 'auto' } }))('name.eth')).rejects.toThrow(
      /no answer from "https:\/\/dns\.eth\.(limo|link)\/dns-query": asked/
    )
    await expect((await finder({ 'DNS.Resolvers': { '.': 'auto' }, 'AutoConf.Enabled': false }))('name.eth')).rejects
      .toThrow('no server to ask is set in DNS.Resolvers')
    expect(fetched).toHaveBeenCalledTimes(1)
    fetched.mockRestore()
  })

  test.each([
    ['.', 'http://dns.test/dns-query', 'it must begin with https://, or with http:// on this machine'],
    ['.', 'http://localhost.evil.test/dns-query', 'on this machine'],
    ['.', 'http://127.0.0.1.evil.test/', 'on this machine'],
    ['.', '1.1.1.1', 'is no URL'],
    ['test', 'https://dns.test/', 'its name must end with a dot']
  ])('that are unsuitable are rejected: %s at %s', async (domain, url, reason) => {
    const config = await openConfig(new MemoryDatastore())
    await expect(config.set('DNS.Resolvers', { [domain]: url })).rejects.toThrow(reason)
  })

  test.each([
    'https://dns.test/q',
    'http://localhost:1/q',
    'http://dns.localhost/q',
    'http://127.0.0.9/q',
    'http://[::1]:8/q'
  ])('that are suitable are accepted: %s', async (url) => {
    const config = await openConfig(new MemoryDatastore())
    await config.set('DNS.Resolvers', { '.': url })
    expect(config.get('DNS.Resolvers')).toEqual({ '.': url })
  })

  test('that redirect, send too much or no usable answer, or disconnect are reported', async () => {
    const answers: Array<[NonNullable<DohServerInit['intercept']>, RegExp]> = [
      [(_, response) => {
        response.writeHead(302, { location: 'http://dns.test/' }).end()
        return true
      }, /no answer from/],
      [(_, response) => {
        response.setHeader('content-type', 'application/dns-message')
        response.end(Buffer.alloc(70_000))
        return true
      }, /the answer is too long/],
      [(_, response) => {
        response.setHeader('content-type', 'application/dns-message')
        response.end('rubbish')
        return true
      }, /the answer is no DNS message/],
      [(_, response) => {
        response.setHeader('content-type', 'text/html')
        response.end('rubbish')
        return true
      }, /unexpected Content-Type "text\/html"/],
      [(_, response) => {
        response.writeHead(503).end()
        return true
      }, /HTTP error: 503/],
      [(request) => {
        request.destroy()
        return true
      }, /no answer from/]
    ]

    for (const [intercept, reason] of answers) {
      const server = await startServer({ zone: {}, intercept })
      await expect((await finder({ 'DNS.Resolvers': { '.': server.url } }))('a.test')).rejects.toThrow(reason)
    }
  })

  test('are abandoned when the last caller aborts', async () => {
    const server = await startServer({ zone: {}, intercept: () => true })
    const lookup = dnslink(
      new DnsResolver(await openConfig(new MemoryDatastore(), { overrides: { 'DNS.Resolvers': { '.': server.url } } }))
    )
    const gone = new AbortController()
    const waiting = lookup('a.test', { signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
  })
})

describe('a cached answer', () => {
  test('is valid for the TTL of the records, at most DNS.MaxCacheTTL', async () => {
    for (const [config, held, over] of [[{}, 59, 61], [{ 'DNS.MaxCacheTTL': '10s' }, 9, 11]] as const) {
      const server = await startServer({ zone: linkZone([`/ipfs/${CID}`]), ttlSecs: 60 })
      const find = await finder({ 'DNS.Resolvers': { '.': server.url }, ...config })
      const start = Date.now()
      await find('a.test')
      vi.setSystemTime(start + held * 1000)
      await find('a.test')
      expect(server.asked).toHaveLength(1)
      vi.setSystemTime(start + over * 1000)
      await find('a.test')
      expect(server.asked).toHaveLength(2)
    }
  })

  test('is requested again if it may not be cached, or had no record', async () => {
    const server = await startServer({ zone: linkZone([`/ipfs/${CID}`]) })
    const find = await finder({ 'DNS.Resolvers': { '.': server.url }, 'DNS.MaxCacheTTL': '0s' })
    await find('a.test')
    await find('a.test')
    await find('none.test').catch(() => {})
    await find('none.test').catch(() => {})
    expect(server.asked).toHaveLength(4)
  })
})

describe('the wire format', () => {
  test('of a query follows RFC 8484, 4.1.1', () => {
    const query = Buffer.from(writeDnsQuery('www.example.com'))
    // the example of the RFC queries type A (1)
    expect(query.toString('base64url')).toBe('AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAEAAB')
    expect(() => writeDnsQuery(`${'a'.repeat(64)}.com`)).toThrow('bad domain name')
    expect(() => writeDnsQuery('a..com')).toThrow('bad domain name')
  })

  test('of an invalid answer causes an error, and does not hang', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      try {
        expect(readDnsMessage(bytes).records.every(({ text }) => typeof text === 'string')).toBe(true)
      } catch (err) {
        expect((err as Error).name).toBe('DnsError')
      }
    }))
  })

  test('in JSON may quote and escape', () => {
    const read = (data: string): string =>
      readDnsJson(JSON.stringify({ Status: 0, Answer: [{ type: 16, TTL: 3, data }] })).records[0].text
    expect([read('plain'), read('"quoted"'), read('"a" "b"'), read('"a\\"b\\\\c\\046d"'), read('"\\195\\188\\255x"')])
      .toEqual(['plain', 'quoted', 'ab', 'a"b\\c.d', 'ü\ufffdx'])
    expect(() => readDnsJson('[')).toThrow('the answer is no JSON of the DNS')
    expect(() => readDnsJson('{"Answer":5}')).toThrow('the answer is no JSON of the DNS')
  })
})
