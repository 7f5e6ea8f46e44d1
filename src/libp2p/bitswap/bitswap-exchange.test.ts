import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import * as Digest from 'multiformats/hashes/digest'
import { afterEach, expect, test } from 'vitest'
import { hash } from '../../cid/hash/hash.ts'
import type { Logger } from '../../log/logs.ts'
import { Logs } from '../../log/logs.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { BitswapExchange } from './bitswap-exchange.ts'
import { prefixOf } from './block-prefix.ts'
import { emptyMessage } from './message.ts'
import type { BitswapMessage } from './message.ts'
import { readMessage } from './read-message.ts'
import { writeMessage } from './write-message.ts'

/** Time of silence after which other peers are asked. */
const STALL_MS = 100
/** For tests in which peers answer faster, even on a busy machine. */
const NEVER_STALLS_MS = 600_000
const exchanges: BitswapExchange[] = []

afterEach(async () => {
  await Promise.all(
    exchanges.splice(0).map(async (exchange) => {
      await exchange.stop()
    })
  )
})

/** Creates an exchange with fake peers, and records the messages to each, and the dropped ones. */
function exchangeOver (
  blocks = new MemoryBlockstore(),
  onSend: (peer: string, message: BitswapMessage) => void | Promise<void> = () => {},
  stallMs = STALL_MS,
  log?: Logger
): { exchange: BitswapExchange; sent: Array<[string, BitswapMessage]>; dropped: string[] } {
  const sent: Array<[string, BitswapMessage]> = []
  const dropped: string[] = []

  const exchange = new BitswapExchange({
    blocks,
    serves: true,
    stallMs,
    log,
    network: {
      send: async (peer, framed) => {
        const message = readMessage(unframed(framed))
        sent.push([peer, message])
        await onSend(peer, message)
      },
      drop: (peer) => {
        dropped.push(peer)
      }
    }
  })

  exchanges.push(exchange)
  return { exchange, sent, dropped }
}

function unframed (bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.findIndex((byte) => byte < 0x80) + 1)
}

async function block (text: string | Uint8Array): Promise<{ cid: CID; bytes: Uint8Array }> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return { cid: CID.createV1(raw.code, await hash(bytes)), bytes }
}

/** Requests a block while the peers `a` and `b` are connected. */
async function wantedOfTwo (
  exchange: BitswapExchange
): Promise<{ cid: CID; bytes: Uint8Array; got: Promise<Uint8Array> }> {
  const { cid, bytes } = await block('x')
  ;['a', 'b'].forEach((peer) => {
    exchange.connected(peer)
  })
  return { cid, bytes, got: getBlock(exchange, cid) }
}

/** Returns the CID of a block that does not exist. */
function made (number: number): CID {
  const digest = new Uint8Array(32)
  new DataView(digest.buffer).setUint32(0, number)
  return CID.createV1(raw.code, Digest.create(0x12, digest))
}

async function receiveMessage (
  exchange: BitswapExchange,
  peer: string,
  message: Partial<BitswapMessage>
): Promise<void> {
  await exchange.received(peer, unframed(writeMessage({ ...emptyMessage(), ...message })))
}

const want = (cid: CID, rest = {}): BitswapMessage['wants'][number] => ({
  cid,
  priority: 1,
  cancel: false,
  have: false,
  sendDontHave: true,
  ...rest
})
const asked = (sent: Array<[string, BitswapMessage]>): string[] =>
  sent.flatMap(([peer, { wants }]) =>
    wants.map(({ cancel, have }) => {
      const type = have ? 'have' : 'block'
      return `${peer} ${cancel ? 'cancel' : type}`
    })
  )

async function getBlock (
  exchange: BitswapExchange,
  cid: CID,
  signal = AbortSignal.timeout(60_000)
): Promise<Uint8Array> {
  return await exchange.session().get(cid, { signal, verify: async () => {} })
}

test('all peers are asked whether they have a block, and one of those that have it sends it', async () => {
  const { exchange, sent } = exchangeOver(undefined, undefined, NEVER_STALLS_MS)
  const { cid, bytes } = await block('x')
  ;['a', 'b', 'c'].forEach((peer) => {
    exchange.connected(peer)
  })
  const got = getBlock(exchange, cid)
  await expect.poll(() => asked(sent)).toEqual(['a have', 'b have', 'c have'])
  await receiveMessage(exchange, 'a', { presences: [{ cid, have: false }] })
  await receiveMessage(exchange, 'b', { presences: [{ cid, have: true }] })
  await receiveMessage(exchange, 'c', { presences: [{ cid, have: true }] })
  await expect.poll(() => asked(sent).slice(3)).toEqual(['b block'])
  await receiveMessage(exchange, 'b', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
  await expect.poll(() => asked(sent).slice(4).sort()).toEqual(['a cancel', 'c cancel'])
})

test('a peer that has sent blocks of a request is asked for the next one at once', async () => {
  const { exchange, sent } = exchangeOver(undefined, undefined, NEVER_STALLS_MS)
  const [x, y] = [await block('x'), await block('y')]
  ;['a', 'b'].forEach((peer) => {
    exchange.connected(peer)
  })
  const session = exchange.session()
  const options = { signal: AbortSignal.timeout(60_000), verify: async () => {} }
  const first = session.get(x.cid, options)
  await expect.poll(() => asked(sent)).toEqual(['a have', 'b have'])
  await receiveMessage(exchange, 'b', { blocks: [{ prefix: prefixOf(x.cid), data: x.bytes }] })
  await first
  await expect.poll(() => asked(sent)).toContain('a cancel')
  sent.length = 0
  const second = session.get(y.cid, options)
  await expect.poll(() => asked(sent).filter((line) => !line.includes('cancel'))).toEqual(['b block'])
  await receiveMessage(exchange, 'b', { blocks: [{ prefix: prefixOf(y.cid), data: y.bytes }] })
  expect(await second).toEqual(y.bytes)
})

test('a peer that says that it lacks a block is reported with that, unless it has sent others', async () => {
  const { exchange } = exchangeOver(undefined, undefined, NEVER_STALLS_MS)
  const [x, y] = [await block('x'), await block('y')]
  ;['lacks', 'silent', 'sends'].forEach((peer) => {
    exchange.connected(peer)
  })
  const session = exchange.session()
  const options = { signal: AbortSignal.timeout(60_000), verify: async () => {} }
  const gets = [x, y].map(async ({ cid }) => await session.get(cid, options))
  await receiveMessage(exchange, 'sends', { blocks: [{ prefix: prefixOf(x.cid), data: x.bytes }] })
  await gets[0]
  await receiveMessage(exchange, 'lacks', { presences: [{ cid: y.cid, have: false }] })
  await receiveMessage(exchange, 'sends', { presences: [{ cid: y.cid, have: false }] })
  expect(session.report?.().sources).toMatchObject([{ name: 'lacks', state: 'answered', problem: 'does not have it' }, {
    name: 'silent',
    state: 'asking'
  }, { name: 'sends', state: 'answered', found: 1 }])
  expect(session.report?.().sources[2]).not.toHaveProperty('problem')
  await exchange.stop()
  await expect(gets[1]).rejects.toThrow('the node has stopped')
})

test('wrong bytes are not accepted, and another peer is asked', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid, bytes } = await block('right')
  ;['liar', 'honest'].forEach((peer) => {
    exchange.connected(peer)
  })
  const got = getBlock(exchange, cid)
  await receiveMessage(exchange, 'liar', { presences: [{ cid, have: true }] })
  await receiveMessage(exchange, 'honest', { presences: [{ cid, have: true }] })
  await receiveMessage(exchange, 'liar', {
    blocks: [{ prefix: prefixOf(cid), data: new TextEncoder().encode('wrong') }]
  })
  await expect.poll(() => asked(sent)).toContain('honest block')
  await receiveMessage(exchange, 'honest', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('a silent peer that has promised a block is skipped, and asked again if there is no other', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid, bytes } = await block('x')
  exchange.connected('silent')
  const got = getBlock(exchange, cid)
  await expect.poll(() => asked(sent).slice(0, 2)).toEqual(['silent block', 'silent block'])
  exchange.connected('other')
  await expect.poll(() => asked(sent)).toContain('other have')
  await receiveMessage(exchange, 'other', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('a peer that does not even promise a block does not prevent another request to a second one', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid, bytes } = await block('x')
  ;['silent', 'lost'].forEach((peer) => {
    exchange.connected(peer)
  })
  const got = getBlock(exchange, cid)
  await receiveMessage(exchange, 'lost', { presences: [{ cid, have: true }] })
  // Its message was lost with a stream, so it is asked a second time.
  await expect.poll(() => asked(sent).filter((line) => line === 'lost block')).toHaveLength(2)
  await receiveMessage(exchange, 'lost', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('many silent peers do not prevent requests to others', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid, bytes } = await block('x')
  Array.from({ length: 64 }, (_, i) => `silent ${i}`).forEach((peer) => {
    exchange.connected(peer)
  })
  exchange.connected('honest')
  const got = getBlock(exchange, cid)
  await expect.poll(() => asked(sent)).toContain('honest have')
  await receiveMessage(exchange, 'honest', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('a message that could not be sent is sent again', async () => {
  let fails = true
  const { exchange, sent } = exchangeOver(undefined, (peer) => {
    if (peer === 'a' && fails) {
      fails = false
      throw new Error('the stream was reset')
    }
  })
  const { cid, bytes, got } = await wantedOfTwo(exchange)
  await receiveMessage(exchange, 'b', { presences: [{ cid, have: false }] })
  await expect.poll(() => asked(sent).filter((line) => line.startsWith('a '))).toHaveLength(2)
  await receiveMessage(exchange, 'a', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('each of several slow peers is asked again in turn', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid, bytes, got } = await wantedOfTwo(exchange)
  await receiveMessage(exchange, 'a', { presences: [{ cid, have: true }] })
  await receiveMessage(exchange, 'b', { presences: [{ cid, have: true }] })
  await expect.poll(() => asked(sent).filter((line) => line.endsWith('block'))).toEqual([
    'a block',
    'b block',
    'a block',
    'b block'
  ])
  await receiveMessage(exchange, 'b', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('a peer that lacks a block is asked again later: it may have the block, and have forgotten the want', async () => {
  const { exchange, sent } = exchangeOver(undefined, undefined, 10)
  const { cid, bytes, got } = await wantedOfTwo(exchange)
  await receiveMessage(exchange, 'a', { presences: [{ cid, have: false }] })
  await receiveMessage(exchange, 'b', { presences: [{ cid, have: false }] })
  await expect.poll(() => asked(sent).slice(0, 4)).toEqual(['a have', 'b have', 'a have', 'b have'])
  await receiveMessage(exchange, 'b', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('the promises of a disconnected peer are dropped', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid, bytes, got } = await wantedOfTwo(exchange)
  await receiveMessage(exchange, 'a', { presences: [{ cid, have: true }] })
  await receiveMessage(exchange, 'b', { presences: [{ cid, have: true }] })
  exchange.disconnected('a')
  await expect.poll(() => asked(sent)).toContain('b block')
  await receiveMessage(exchange, 'b', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
})

test('a wait ends by its signal, and at the end of the exchange', async () => {
  const { exchange, sent } = exchangeOver()
  const { cid } = await block('x')
  exchange.connected('a')
  const controller = new AbortController()
  const one = getBlock(exchange, cid, controller.signal)
  await expect.poll(() => asked(sent)).toEqual(['a block'])
  controller.abort(new Error('enough'))
  await expect(one).rejects.toThrow('enough')
  await expect.poll(() => asked(sent)).toEqual(['a block', 'a cancel'])
  const two = getBlock(exchange, cid)
  await exchange.stop()
  await expect(two).rejects.toThrow('the node has stopped')
  expect(exchange.stat().wants).toEqual([])
})

test('a flood of wants is remembered within limits, and available blocks are still sent', async () => {
  const blocks = new MemoryBlockstore()
  const { cid, bytes } = await block('here')
  await blocks.put(cid, bytes)
  const { exchange, sent } = exchangeOver(blocks)
  exchange.connected('flood')

  for (let i = 0; i < 50; i++) {
    await receiveMessage(exchange, 'flood', {
      wants: await Promise.all(
        Array.from({ length: 200 }, async (_, j) => want((await block(`${i} ${j}`)).cid, { sendDontHave: false }))
      )
    })
  }

  await expect.poll(() => exchange.wantsOf('flood')!.length).toBe(1024)
  await receiveMessage(exchange, 'flood', { wants: [want(cid)] })
  await expect.poll(() => sent.flatMap(([, { blocks }]) => blocks.length)).toEqual([1])
  exchange.disconnected('flood')
  expect(exchange.wantsOf('flood')).toBeUndefined()
})

test('a peer that wants very much at once gets it message by message, with one in memory', async () => {
  const blocks = new MemoryBlockstore()
  const all = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => await block(new Uint8Array(200_000).fill(i)))
  )
  await Promise.all(all.map(async ({ cid, bytes }) => {
    await blocks.put(cid, bytes)
  }))
  let sending = 0
  let most = 0

  const { exchange, sent } = exchangeOver(blocks, async (_, { blocks }) => {
    most = Math.max(most, ++sending)
    expect(blocks.length).toBeLessThanOrEqual(3)
    await new Promise((resolve) => setTimeout(resolve, 1))
    sending--
  })

  exchange.connected('a')
  await receiveMessage(exchange, 'a', { wants: all.map(({ cid }) => want(cid)) })
  await expect.poll(() => sent.reduce((sum, [, { blocks }]) => sum + blocks.length, 0)).toBe(60)
  expect(most).toBe(1)
  await expect.poll(() => exchange.ledger('a')).toEqual({ sent: 60 * 200_000, received: 0, exchanges: 60 })
})

test('a peer that requests all files of a large folder in one message gets each of them', async () => {
  const blocks = new MemoryBlockstore()
  const all = await Promise.all(Array.from({ length: 10_000 }, async (_, i) => await block(`file ${i}`)))
  await Promise.all(all.map(async ({ cid, bytes }) => {
    await blocks.put(cid, bytes)
  }))
  const { exchange, sent } = exchangeOver(blocks)
  exchange.connected('a')
  await receiveMessage(exchange, 'a', { wants: all.map(({ cid }) => want(cid)) })
  await expect.poll(() => sent.reduce((sum, [, { blocks }]) => sum + blocks.length, 0)).toBe(10_000)
  expect(new Set(sent.flatMap(([, { blocks }]) => blocks.map(({ data }) => new TextDecoder().decode(data)))).size).toBe(
    10_000
  )
  expect(exchange.wantsOf('a')).toBeUndefined()
})

test('wants that were not looked up yet are limited too, per peer and in total', async () => {
  const blocks = new MemoryBlockstore()
  blocks.size = async () => await new Promise(() => {})
  const { exchange } = exchangeOver(blocks)
  const peers = ['a', 'b', 'c', 'd']
  const wanted = async (): Promise<number[]> => peers.map((peer) => exchange.wantsOf(peer)?.length ?? 0)

  for (const peer of peers) {
    exchange.connected(peer)

    for (let i = 0; i < 4; i++) {
      await receiveMessage(exchange, peer, {
        wants: Array.from({ length: 10_000 }, (_, j) => want(made(i * 10_000 + j)))
      })
    }
  }

  const [a, b, c, d] = await wanted()
  expect([a, b]).toEqual([32_768 + 256, 32_768 + 256])
  expect(c).toBeLessThan(2 * 1024)
  expect(d).toBe(1024 + 256)
  peers.forEach((peer) => {
    exchange.disconnected(peer)
  })
  expect(await wanted()).toEqual([0, 0, 0, 0])
})

test('a want with a too long CID is not remembered', async () => {
  const { exchange } = exchangeOver()
  exchange.connected('a')
  await receiveMessage(exchange, 'a', {
    wants: [want(CID.createV1(raw.code, Digest.create(0x12, new Uint8Array(1024 * 1024))))]
  })
  expect(exchange.wantsOf('a')).toBeUndefined()
})

test('peers that do not read do not delay others', async () => {
  const blocks = new MemoryBlockstore()
  const { cid, bytes } = await block('here')
  await blocks.put(cid, bytes)
  const { exchange, sent } = exchangeOver(blocks, async (peer) => {
    if (peer !== 'good') {
      await new Promise(() => {})
    }
  })

  for (const peer of [...Array.from({ length: 20 }, (_, i) => `takes nothing ${i}`), 'good']) {
    exchange.connected(peer)
    await receiveMessage(exchange, peer, { wants: [want(cid)] })
  }

  await expect.poll(() => sent.some(([peer, { blocks }]) => peer === 'good' && blocks.length === 1)).toBe(true)
})

test('a large block is answered with HAVE, a small one with itself, and a missing one with DONT_HAVE', async () => {
  const blocks = new MemoryBlockstore()
  const [large, small, missing] = [await block(new Uint8Array(5000)), await block('small'), await block('missing')]
  await blocks.put(large.cid, large.bytes)
  await blocks.put(small.cid, small.bytes)
  const { exchange, sent } = exchangeOver(blocks)
  exchange.connected('a')
  await receiveMessage(exchange, 'a', { wants: [large, small, missing].map(({ cid }) => want(cid, { have: true })) })
  await expect.poll(() => sent.length).toBe(1)
  const [[, message]] = sent
  expect(message.presences.map(({ cid, have }) => [cid.toString(), have])).toEqual([[large.cid.toString(), true], [
    missing.cid.toString(),
    false
  ]])
  expect(message.blocks.map(({ data }) => data)).toEqual([small.bytes])

  // It is sent when it is stored.
  exchange.notify([missing])
  await blocks.put(missing.cid, missing.bytes)
  exchange.notify([missing])
  await expect.poll(() =>
    sent.flatMap(([, { blocks }]) => blocks).some(({ data }) => Buffer.compare(data, missing.bytes) === 0)
  ).toBe(true)
})

test('an invalid message, and too many unwanted blocks, end the connection', async () => {
  const { exchange, dropped } = exchangeOver()
  exchange.connected('a')
  await exchange.received('a', Uint8Array.of(0xff, 0xff, 0xff))
  expect(dropped).toEqual(['a'])
  exchange.connected('b')

  for (let i = 0; i < 6; i++) {
    await receiveMessage(exchange, 'b', {
      blocks: await Promise.all(Array.from({ length: 100 }, async (_, j) => {
        const { cid, bytes } = await block(`${i} ${j}`)
        return { prefix: prefixOf(cid), data: bytes }
      }))
    })
  }

  expect(dropped).toContain('b')
  expect(exchange.stat().duplicatesReceived).toBeGreaterThan(500)
})

/** Other implementations reject messages of more than 4 MiB (boxo `network.MaxMessageSize`). */
test.each([4_193_280, 4_193_281, 4_194_000, 4_194_286, 4_194_288, 4_194_289])(
  'a block of %i bytes is sent if its message has at most 4 MiB',
  async (size) => {
    const store = new MemoryBlockstore()
    const frames: Uint8Array[] = []
    const large = { cid: made(1), bytes: new Uint8Array(size) }
    const small = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => await block(new Uint8Array(100_000).fill(i)))
    )
    const exchange = new BitswapExchange({
      blocks: store,
      serves: true,
      stallMs: NEVER_STALLS_MS,
      network: {
        send: async (_, framed) => {
          frames.push(unframed(framed))
        },
        drop: () => {}
      }
    })
    exchanges.push(exchange)

    for (const { cid, bytes } of [large, ...small]) {
      await store.put(cid, bytes)
    }

    exchange.connected('a')
    await receiveMessage(exchange, 'a', {
      wants: [...small.slice(0, 4), large, ...small.slice(4)].map(({ cid }) => want(cid))
    })
    const isSent = size <= 4_194_288
    const messages = (): BitswapMessage[] => frames.map((frame) => readMessage(frame))
    await expect.poll(() => messages().flatMap(({ blocks, presences }) => [...blocks, ...presences])).toHaveLength(9)
    expect(messages().flatMap(({ blocks }) => blocks).filter(({ data }) => data.byteLength === size)).toHaveLength(
      isSent ? 1 : 0
    )
    expect(messages().flatMap(({ presences }) => presences)).toEqual(
      isSent ? [] : [expect.objectContaining({ have: false })]
    )
    expect(Math.max(...frames.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(4_194_304)
  }
)

test('logs messages with the number of their entries, and messages that cannot be sent or read', async () => {
  const logs = new Logs()
  logs.setLevel('*', 'debug')
  let isBroken = false
  const { exchange } = exchangeOver(
    undefined,
    () => {
      if (isBroken) {
        throw new Error('the stream was reset')
      }
    },
    STALL_MS,
    logs.logger('bitswap')
  )
  const lines = (): string[] =>
    logs.recent().map(({ level, msg, fields }) => `${level} ${msg} ${JSON.stringify(fields)}`)
  exchange.connected('a')
  const { cid, bytes } = await block('x')
  const got = getBlock(exchange, cid)
  await expect.poll(lines).toEqual(['debug sending wants {"peer":"a","entries":1}'])
  await receiveMessage(exchange, 'a', { blocks: [{ prefix: prefixOf(cid), data: bytes }] })
  expect(await got).toEqual(bytes)
  expect(lines()[1]).toBe('debug a message was received {"peer":"a","blocks":1,"presences":0,"wants":0}')
  await exchange.received('b', new Uint8Array([0xff]))
  expect(lines().at(-1)).toMatch(/^warn a message could not be read \{"peer":"b"/)
  isBroken = true
  const end = new AbortController()
  const other = getBlock(exchange, (await block('y')).cid, end.signal)
  await expect.poll(() => lines().at(-1)).toBe(
    'info wants could not be sent {"peer":"a","problem":"the stream was reset"}'
  )
  end.abort()
  await expect(other).rejects.toThrow()
})
