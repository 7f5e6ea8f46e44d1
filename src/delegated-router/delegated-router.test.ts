import { generateKeyPair, publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { base32 } from 'multiformats/bases/base32'
import { base58btc } from 'multiformats/bases/base58'
import { base64 } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRecord } from '../names/record/create-record.ts'
import { ipnsNameText } from '../names/record/ipns-name.ts'
import { compareDistance, kadId } from '../net/kad-id.ts'
import { DelegatedRouter } from './delegated-router.ts'

const CID_TEXT = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const OTHER_CID = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const ADDRESS = '/ip4/127.0.0.1/tcp/4001/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN/p2p-circuit/webrtc'
const RECORD_TYPE = 'application/vnd.ipfs.ipns-record'
const HOUR_MS = 60 * 60 * 1000

let now = Date.now()
let router: DelegatedRouter
let key: PrivateKey
let peer: string

beforeEach(async () => {
  now = Date.now()
  router = new DelegatedRouter({ now: () => now, maxEntries: 4 })
  key = await generateKeyPair('Ed25519')
  peer = key.publicKey.toString()
})

describe('providers', () => {
  it('returns the peers that announced a block, under any CID of it, with their addresses', async () => {
    const answer = await announce([CID_TEXT])

    expect(await answer.json()).toEqual({
      ProvideResults: [{ Schema: 'bitswap', Protocol: 'transport-bitswap', AdvisoryTTL: HOUR_MS * 1e6 }]
    })
    const expected = { Schema: 'peer', ID: peer, Addrs: [ADDRESS], Protocols: ['transport-bitswap'] }
    expect(await (await ask(`providers/${CID_TEXT}`)).json()).toEqual({ Providers: [expected] })
    expect(await (await ask(`providers/${CID.createV1(0x70, CID.parse(CID_TEXT).multihash)}`)).json()).toEqual({
      Providers: [expected]
    })
    expect(await (await ask(`peers/${peer}`)).json()).toEqual({ Peers: [expected] })
    expect(await (await ask(`peers/${key.publicKey.toCID()}`)).json()).toEqual({ Peers: [expected] })
    expect(await (await ask(`providers/${OTHER_CID}`)).json()).toEqual({ Providers: [] })
  })

  it('answers with NDJSON if requested', async () => {
    await announce([CID_TEXT])
    const answer = await ask(`providers/${CID_TEXT}`, { headers: { Accept: 'application/x-ndjson' } })

    expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson')
    expect(JSON.parse(await answer.text())).toMatchObject({ ID: peer })
  })

  it('returns a provider for the requested lifetime, counted from its announcement', async () => {
    await announce([CID_TEXT], { announcedMs: now - HOUR_MS / 2 })

    now += HOUR_MS / 2 - 1
    expect(await idsOf(`providers/${CID_TEXT}`)).toEqual([peer])
    now += 1
    expect(await idsOf(`providers/${CID_TEXT}`)).toEqual([])
  })

  it.each([['long ago', -3 * HOUR_MS], ['in the future', HOUR_MS]])(
    'ignores an announcement made %s',
    async (_, awayMs) => {
      await announce([CID_TEXT], { announcedMs: now + awayMs })
      expect(await idsOf(`providers/${CID_TEXT}`)).toEqual([])
    }
  )

  it('keeps the addresses of the latest announcement', async () => {
    await announce([CID_TEXT], { addresses: ['/ip4/1.2.3.4/tcp/1'] })
    await announce([CID_TEXT], { addresses: ['/ip4/9.9.9.9/tcp/9'], announcedMs: now - 1000 })

    expect(await (await ask(`peers/${peer}`)).json()).toMatchObject({ Peers: [{ Addrs: ['/ip4/1.2.3.4/tcp/1'] }] })
  })

  it('stores no peer without keys, but new addresses of a known peer', async () => {
    await announce([])
    expect(await (await ask(`peers/${peer}`)).json()).toEqual({ Peers: [] })
    await announce([CID_TEXT])
    await announce([], { addresses: ['/ip4/1.2.3.4/tcp/1'] })
    expect(await (await ask(`peers/${peer}`)).json()).toMatchObject({ Peers: [{ Addrs: ['/ip4/1.2.3.4/tcp/1'] }] })
  })

  it('evicts the oldest entries when there are too many', async () => {
    const cids = Array.from(
      { length: 5 },
      (_, i) =>
        CID.createV1(0x55, {
          ...CID.parse(CID_TEXT).multihash,
          bytes: Uint8Array.from([0, 1, i]),
          digest: Uint8Array.of(i),
          code: 0,
          size: 1
        }).toString()
    )
    await announce(cids.slice(0, 3))
    await announce(cids.slice(3))

    expect(await Promise.all(cids.map(async (cid) => (await idsOf(`providers/${cid}`)).length))).toEqual([
      0,
      1,
      1,
      1,
      1
    ])
  })

  it('evicts the oldest entries when addresses are long, too', async () => {
    const others = await Promise.all([1, 2].map(async () => await generateKeyPair('Ed25519')))
    const long = Array.from({ length: 10 }, (_, i) => `/dns4/${'a'.repeat(60)}${i}/tcp/1`)

    for (const [i, own] of [key, ...others].entries()) {
      key = own
      peer = own.publicKey.toString()
      await announce([
        CID.createV1(0x55, {
          ...CID.parse(CID_TEXT).multihash,
          bytes: Uint8Array.from([0, 1, i]),
          digest: Uint8Array.of(i),
          code: 0,
          size: 1
        }).toString()
      ], { addresses: long.slice(i) })
    }

    const known = await Promise.all(
      [0, 1, 2].map(async (i) =>
        await idsOf(
          `providers/${
            CID.createV1(0x55, {
              ...CID.parse(CID_TEXT).multihash,
              bytes: Uint8Array.from([0, 1, i]),
              digest: Uint8Array.of(i),
              code: 0,
              size: 1
            })
          }`
        )
      )
    )
    expect(known).toEqual([[], [], [peer]])
  })

  it('parses a few announcements at a time, because each takes a multiple of its size in memory', async () => {
    const controllers: Array<ReadableStreamDefaultController<Uint8Array>> = []
    const slow = Array.from(
      { length: 4 },
      async () =>
        await ask('providers/', {
          method: 'PUT',
          body: new ReadableStream<Uint8Array>({
            start: (controller) => {
              controllers.push(controller)
            }
          }),
          duplex: 'half'
        } as RequestInit)
    )
    const answers: number[] = []
    const next = announce([CID_TEXT]).then(({ status }) => {
      answers.push(status)
    })
    // Long enough for a request that does not wait.
    await router.handle(new Request('http://router/routing/v1/peers/x'))
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    expect(answers).toEqual([])
    controllers[0].close()
    await next
    expect(answers).toEqual([200])
    controllers.slice(1).forEach((controller) => {
      controller.close()
    })
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it('applies the filters of a request', async () => {
    await announce([CID_TEXT], { addresses: [ADDRESS, '/ip4/1.2.3.4/tcp/1'] })
    const addresses = async (query: string) =>
      ((await (await ask(`providers/${CID_TEXT}?${query}`)).json()) as { Providers: Array<{ Addrs: string[] }> })
        .Providers.map(({ Addrs }) => Addrs)

    expect(await addresses('filter-addrs=webrtc')).toEqual([[ADDRESS]])
    expect(await addresses('filter-addrs=!webrtc')).toEqual([['/ip4/1.2.3.4/tcp/1']])
    expect(await addresses('filter-addrs=quic-v1')).toEqual([])
    expect(await addresses('filter-protocols=transport-ipfs-gateway-http')).toEqual([])
    expect(await addresses('filter-protocols=transport-bitswap')).toHaveLength(1)
  })

  it('rejects an announcement on behalf of another peer', async () => {
    const other = (await generateKeyPair('Ed25519')).publicKey.toString()
    const answer = await announce([CID_TEXT], { peer: other })

    expect([answer.status, await answer.text()]).toEqual([403, 'signature verification failed\n'])
    expect(await idsOf(`providers/${CID_TEXT}`)).toEqual([])
  })

  it('treats all encodings of a peer ID as the same peer', async () => {
    await announce([CID_TEXT], { peer: key.publicKey.toCID().toString() })
    await announce([CID_TEXT])
    expect(await idsOf(`providers/${CID_TEXT}`)).toEqual([peer])
    expect(await (await ask(`peers/${peer}`)).json()).toMatchObject({ Peers: [{ ID: peer }] })
  })

  it('rejects a peer with a long ID, which would stay in memory', async () => {
    // An unknown field after those of the key.
    const padded = Uint8Array.from([...publicKeyToProtobuf(key.publicKey), 0x7a, 0xc8, 0x01, ...new Uint8Array(200)])
    const answer = await announce([CID_TEXT], { peer: base58btc.baseEncode(createDigest(0, padded).bytes) })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('at most 256 characters')])
  })

  it('rejects long keys, which are slow to decode, and too many records in one request', async () => {
    expect((await announce([`z${'Q'.repeat(300)}`])).status).toBe(400)
    expect((await ask(`providers/z${'Q'.repeat(1100)}`)).status).toBe(400)
    const answer = await ask('providers/', {
      method: 'PUT',
      body: JSON.stringify({ Providers: Array.from({ length: 65 }, () => ({})) })
    })
    expect([answer.status, await answer.text()]).toEqual([400, 'more than 64 records in one request\n'])
  })

  it.each([
    ['no JSON', '{', 400, 'invalid request'],
    ['another record', '{"Providers":[{"Schema":"peer"}]}', 400, 'provider record is not bitswap'],
    [
      'no key',
      '{"Providers":[{"Schema":"bitswap","Payload":{"Keys":["x"],"ID":"12D3KooW' +
      'GBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN"}}]}',
      400,
      'invalid request'
    ],
    [
      'no signature',
      '{"Providers":[{"Schema":"bitswap","Payload":{"Keys":[],"ID":"12D3KooWGBf' +
      'KT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN"}}]}',
      403,
      'signature verification failed'
    ],
    ['very much', 'x'.repeat(3 * 1024 * 1024), 413, 'exceeds']
  ])('rejects an announcement: %s', async (_, body, status, words) => {
    const answer = await ask('providers/', { method: 'PUT', body })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain(words)
  })
})

describe('names', () => {
  it('returns the newest record of a name, and rejects records of other names', async () => {
    const name = ipnsNameText(key.publicKey.toMultihash())
    const put = async (record: Uint8Array, to = name) =>
      await ask(`ipns/${to}`, {
        method: 'PUT',
        body: record as Uint8Array<ArrayBuffer>,
        headers: { 'Content-Type': RECORD_TYPE }
      })
    const record = async (sequence: bigint) =>
      await createRecord(key, {
        value: `/ipfs/${CID_TEXT}`,
        sequence,
        validityMs: Date.now() + HOUR_MS,
        ttlNs: 1n,
        v1compat: true
      })
    const [older, newer] = [await record(1n), await record(2n)]

    expect(await (await ask(`ipns/${name}`)).text()).toBe('delegate error: routing: not found\n')
    expect(await (await put(newer)).text()).toBe('')
    expect((await put(older)).status).toBe(200)
    expect(new Uint8Array(await (await ask(`ipns/${name}`, { headers: { Accept: RECORD_TYPE } })).arrayBuffer()))
      .toEqual(newer)

    const other = ipnsNameText((await generateKeyPair('Ed25519')).publicKey.toMultihash())
    expect((await put(newer, other)).status).toBe(400)
    expect((await put(new Uint8Array(20_000))).status).toBe(400)
    expect((await ask(`ipns/${name}`, { method: 'PUT', body: 'x' })).status).toBe(406)
    expect((await ask(`ipns/${name}`, { headers: { Accept: 'text/html' } })).status).toBe(406)
  })
})

describe('closest peers (IPIP-476)', () => {
  it('returns the announced peers, nearest to the key first, at most 20', async () => {
    router = new DelegatedRouter({ now: () => now })
    const ids: string[] = []

    for (let i = 0; i < 22; i++) {
      key = await generateKeyPair('Ed25519')
      peer = key.publicKey.toString()
      ids.push(peer)
      await announce([CID_TEXT])
    }

    const target = kadId(CID.parse(CID_TEXT).multihash.bytes)
    const nearest = ids.map((id) => ({ id, at: kadId(base58btc.baseDecode(id)) })).sort((a, b) =>
      compareDistance(target, a.at, b.at)
    ).slice(0, 20).map(({ id }) => id)
    const { Peers } = await (await ask(`dht/closest/peers/${CID_TEXT}`)).json() as { Peers: Array<{ ID: string }> }
    expect(Peers.map(({ ID }) => ID)).toEqual(nearest)
    expect(Peers[0]).toEqual({ Schema: 'peer', ID: nearest[0], Addrs: [ADDRESS], Protocols: ['transport-bitswap'] })

    const lines = await ask(`dht/closest/peers/${CID_TEXT}`, { headers: { Accept: 'application/x-ndjson' } })
    expect((await lines.text()).trim().split('\n')).toHaveLength(20)
  })

  it('reads peer IDs and CIDs in any form', async () => {
    await announce([CID_TEXT])
    const forms = [peer, key.publicKey.toCID(), key.publicKey.toCID().toString(base32), CID_TEXT, `${CID_V0}`]
    const answers = await Promise.all(forms.map(async (form) => await ask(`dht/closest/peers/${String(form)}`)))
    expect(await Promise.all(answers.map(async (answer) => (await answer.json() as { Peers: [] }).Peers.length)))
      .toEqual(
        forms.map(() => 1)
      )
    const wrong = await ask('dht/closest/peers/x')
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringMatching(/^unable to parse key "x": unable to parse as CID or PeerID: invalid cid: /)
    ])
    expect((await ask('dht/closest/peers')).status).toBe(405)
    expect((await ask('dht/closest')).status).toBe(404)
    expect((await ask(`dht/closest/peers/${peer}`, { headers: { Accept: 'text/html' } })).status).toBe(400)
  })
})

it('answers pages of any origin, and says which requests are not supported', async () => {
  expect((await ask('providers', { method: 'OPTIONS' })).headers.get('Access-Control-Allow-Methods')).toContain('PUT')
  expect((await ask(`peers/${peer}`)).headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect((await ask('providers/x')).status).toBe(400)
  expect((await ask('peers/x')).status).toBe(400)
  expect((await ask('providers', { method: 'POST' })).status).toBe(405)
  expect((await ask('elsewhere/x')).status).toBe(404)
  expect((await router.handle(new Request('http://router/ipfs/x'))).status).toBe(404)
})

it.each([
  ['a bad key', 400, async () => await ask('providers/x')],
  ['a method', 405, async () => await ask('providers', { method: 'POST' })],
  ['a path', 404, async () => await router.handle(new Request('http://router/ipfs/x'))],
  ['a media type', 406, async () => await ask(`ipns/${key.publicKey.toCID()}`, { headers: { Accept: 'text/html' } })],
  ['an announcement', 400, async () => await ask('providers', { method: 'PUT', body: '{' })],
  ['its own failure', 500, async () => {
    router = new DelegatedRouter({
      now: () => {
        throw new Error('no clock')
      }
    })
    return await announce([CID_TEXT])
  }]
])('lets pages of any origin read why it refuses: %s', async (_name, status, request) => {
  const good = await ask(`peers/${peer}`)
  const refused = await request()
  expect(refused.status).toBe(status)
  expect(await refused.text()).not.toBe('')
  const cors = (response: Response): string[][] =>
    [...response.headers].filter(([name]) => name.startsWith('access-control-'))
  expect(cors(refused)).toEqual(cors(good))
  expect(cors(refused)).toHaveLength(4)
})

async function ask (path: string, init?: RequestInit): Promise<Response> {
  return await router.handle(new Request(`http://router/routing/v1/${path}`, init))
}

async function idsOf (path: string): Promise<string[]> {
  const { Providers } = await (await ask(path)).json() as { Providers: Array<{ ID: string }> }
  return Providers.map(({ ID }) => ID)
}

/** Signs like boxo's client (`routing/http/types/record_bitswap.go`). */
async function announce (
  cids: string[],
  { announcedMs = now, addresses = [ADDRESS], peer: id = peer } = {}
): Promise<Response> {
  const Payload = { Addrs: addresses, AdvisoryTTL: HOUR_MS * 1e6, ID: id, Keys: cids, Timestamp: announcedMs }
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(Payload)))
  const Signature = base64.encode(await key.sign(new Uint8Array(hash)))
  return await ask('providers/', {
    method: 'PUT',
    body: JSON.stringify({ Providers: [{ Payload, Protocol: 'transport-bitswap', Schema: 'bitswap', Signature }] })
  })
}
