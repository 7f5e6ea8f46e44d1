import { describe, expect, it } from 'vitest'
import { ClientLimits } from './client-limits.ts'
import { clientOf, shortAddress } from './client.ts'
import type { Client } from './client.ts'
import { parseLimits } from './limit-settings.ts'
import { TokenBuckets } from './token-buckets.ts'

const client = (address: string, authorization?: string): Client | undefined =>
  clientOf(
    new Request('https://edge.example/', {
      headers: { 'CF-Connecting-IP': address, ...authorization == null ? {} : { Authorization: authorization } }
    }),
    { by: authorization == null ? 'everybody' : 'token' }
  )

describe('token buckets', () => {
  it('admit a burst, and then the rate', () => {
    let nowMs = 0
    const buckets = new TokenBuckets({ rate: 2, burst: 3 }, () => nowMs)
    expect([1, 2, 3].map(() => buckets.take('a', 1))).toEqual([undefined, undefined, undefined])
    expect(buckets.take('a', 1)).toBe(1)
    nowMs = 499
    expect(buckets.take('a', 1)).toBe(1)
    nowMs = 500
    expect(buckets.take('a', 1)).toBeUndefined()
    expect(buckets.take('a', 1)).toBe(1)
    // Never more than a full bucket.
    nowMs = 3_600_000
    expect([1, 2, 3, 4].map(() => buckets.take('a', 1))).toEqual([undefined, undefined, undefined, 1])
    // A clock that goes back takes no tokens away.
    nowMs = 0
    expect(buckets.take('b', 1)).toBeUndefined()
  })

  it('say when a request may be sent again', () => {
    let nowMs = 0
    const buckets = new TokenBuckets({ rate: 0.1, burst: 2 }, () => nowMs)
    expect(buckets.take('a', 2)).toBeUndefined()
    expect(buckets.take('a', 1)).toBe(10)
    nowMs = 9_999
    expect(buckets.take('a', 1)).toBe(1)
    nowMs = 10_000
    expect(buckets.take('a', 1)).toBeUndefined()
    // More than a bucket holds is not asked of anybody.
    nowMs = 1_000_000
    expect(buckets.take('a', 5)).toBeUndefined()
    expect(buckets.take('a', 1)).toBe(40)
  })

  it('charge answers afterwards, as debt up to a full bucket', () => {
    let nowMs = 0
    const limits = new ClientLimits({ address: { rate: 1, burst: 10 }, token: undefined }, () => nowMs)
    const a = client('203.0.113.7')
    for (let n = 0; n < 10; n++) {
      expect(limits.take(a, 1)).toBeUndefined()
      limits.chargeAnswer(a, 'cache')
    }
    // Ten cached answers cost two tokens.
    expect(limits.take(a, 8)).toBeUndefined()
    limits.chargeAnswer(a, 'fetcher')
    expect(limits.take(a, 1)).toBe(5)
    nowMs = 5000
    expect(limits.take(a, 1)).toBeUndefined()
  })
})

describe('clients', () => {
  it('share no bucket with another address or a token', () => {
    const limits = new ClientLimits(parseLimits('{"address": {"rate": 1, "burst": 1}, "token": {"burst": 2}}'), () => 0)
    expect(limits.take(client('203.0.113.7'), 1)).toBeUndefined()
    expect(limits.take(client('203.0.113.7'), 1)).toBe(1)
    expect(limits.take(client('203.0.113.8'), 1)).toBeUndefined()
    const token = client('203.0.113.7', 'Bearer one')
    expect([1, 2, 3].map(() => limits.take(token, 1))).toEqual([undefined, undefined, 1])
    expect(limits.take(client('198.51.100.1', 'Bearer one'), 1)).toBe(1)
    expect(limits.take(client('203.0.113.7', 'Bearer two'), 1)).toBeUndefined()
  })

  it('are the first 64 bits of an IPv6 address, and never loopback', () => {
    const keys = ['2001:db8:1:2::7', '2001:db8:1:2:ffff::1', '2001:db8:1:3::7'].map((address) => client(address)!.key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
    expect([client('127.0.0.1'), client('::1')]).toEqual([undefined, undefined])
    expect(clientOf(new Request('https://edge.example/'), { by: 'everybody' })).toBeUndefined()
    expect(client('nonsense:')!.key).toBe('nonsense:')
  })

  it('have no full address and no secret in their label', () => {
    expect(['203.0.113.7', '2001:db8:1:2::7', '2001:0db8::1', '::ffff:1', '::', 'nonsense'].map(shortAddress)).toEqual(
      ['203.0.113.0/24', '2001:db8:1::/48', '2001:db8:0::/48', '0:0:0::/48', '0:0:0::/48', 'unknown']
    )
    const { key, label } = client('203.0.113.7', 'Bearer secret')!
    expect(label).toBe('token')
    expect(key).not.toContain('secret')
  })
})

describe('the limits of a deployment', () => {
  it('have defaults, single values, and can be turned off', () => {
    const defaults = parseLimits()
    expect(defaults).toEqual({ address: { rate: 50, burst: 1000 }, token: { rate: 200, burst: 4000 } })
    expect(parseLimits('off')).toEqual({ address: undefined, token: undefined })
    expect(parseLimits('{"address": {"rate": 5}}')).toEqual({ ...defaults, address: { rate: 5, burst: 1000 } })
    expect(parseLimits('{"token": "off"}')).toEqual({ ...defaults, token: undefined })
  })

  it('are checked', () => {
    for (
      const text of [
        'on',
        '[]',
        '{"adress": {}}',
        '{"address": {"rate": 0}}',
        '{"token": {"burst": "9"}}',
        '{"token": 4}'
      ]
    ) {
      expect(() => parseLimits(text), text).toThrow('the LIMITS of this deployment are invalid')
    }
  })

  it('count misses in the whole data center, and go on if that fails', async () => {
    const limits = new ClientLimits(parseLimits(''))
    const keys: string[] = []
    const shared = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key)
        return await Promise.resolve({ success: keys.length < 2 })
      }
    }
    const a = client('203.0.113.7')
    expect([await limits.takeShared(a, shared), await limits.takeShared(a, shared)]).toEqual([undefined, 60])
    expect(keys).toEqual(['203.0.113.7', '203.0.113.7'])
    const failing = { limit: async () => await Promise.reject(new Error('no')) }
    expect(await limits.takeShared(a, failing)).toBeUndefined()
    expect(await new ClientLimits(parseLimits('off')).takeShared(a, shared)).toBeUndefined()
  })
})
