import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakePeerConnection } from '../testing/peers/fake-peer-connection.ts'
import type { FakeDataChannel } from '../testing/peers/fake-peer-connection.ts'
import { serveWebRtc } from './host/serve-webrtc.ts'
import { PageLink } from './shim/page-link.ts'
import type { RemoteDataChannel } from './shim/remote-data-channel.ts'
import { RemotePeerConnection } from './shim/remote-peer-connection.ts'

const MIB = 1024 * 1024
/** Bytes in flight at most: the window, and those in the browser's queue. */
const A_FEW_MIB = 6 * MIB

let close: Array<() => void>

beforeEach(() => {
  close = []
})
afterEach(() => {
  close.forEach((end) => {
    end()
  })
})

/** A worker and its page, with all that went over the port. */
function pair (): {
  link: PageLink
  stop: () => void
  port: MessagePort
  posted: Array<{ type: string; messages?: ArrayBuffer[] }>
} {
  const { port1, port2 } = new MessageChannel()
  const stop = serveWebRtc(port2, { PeerConnection: FakePeerConnection as unknown as typeof RTCPeerConnection })
  const posted: Array<{ type: string }> = []
  const post = port1.postMessage.bind(port1)
  port1.postMessage = (message: { type: string }, transfer: never) => {
    posted.push(message)
    post(message, transfer)
  }
  const link = new PageLink(port1)
  close.push(stop, link.close)
  return { link, stop, port: port2, posted }
}

const make = (link: PageLink, settings?: RTCConfiguration): RemotePeerConnection =>
  new RemotePeerConnection(async () => link, settings)

/** Two connections that speak with each other. */
async function connect (a: RemotePeerConnection, b: RemotePeerConnection): Promise<void> {
  const connected = Promise.all([a, b].map(async (one) => {
    await until(one, 'connectionstatechange', () => one.connectionState === 'connected')
  }))
  const offer = await a.createOffer()
  await a.setLocalDescription(offer)
  await b.setRemoteDescription(offer)
  const answer = await b.createAnswer()
  await b.setLocalDescription(answer)
  await a.setRemoteDescription(answer)
  await connected
}

async function until (target: EventTarget, type: string, is = (): boolean => true): Promise<Event> {
  return await new Promise((resolve) => {
    target.addEventListener(type, function hear (event) {
      if (is()) {
        target.removeEventListener(type, hear)
        resolve(event)
      }
    })
  })
}

async function openChannel (
  a: RemotePeerConnection,
  b: RemotePeerConnection,
  label = 'x'
): Promise<[RemoteDataChannel, RemoteDataChannel]> {
  let other: RemoteDataChannel | undefined
  b.addEventListener('datachannel', (event) => {
    const { channel } = event as Event & { channel: RemoteDataChannel }
    if (channel.label === label) {
      other = channel
    }
  })
  const channel = a.createDataChannel(label)
  while (other == null) {
    await until(b, 'datachannel')
  }
  if (channel.readyState !== 'open') {
    await until(channel, 'open')
  }
  return [channel, other]
}

async function connected (): Promise<
  { a: RemotePeerConnection; b: RemotePeerConnection; there: ReturnType<typeof pair>; here: ReturnType<typeof pair> }
> {
  const here = pair()
  const there = pair()
  const [a, b] = [make(here.link), make(there.link)]
  const channel = a.createDataChannel('init')
  await connect(a, b)
  if (channel.readyState !== 'open') {
    await until(channel, 'open')
  }
  return { a, b, here, there }
}

const fakeOf = (connection: RemotePeerConnection): FakePeerConnection =>
  FakePeerConnection.all.get(connection.localDescription?.sdp ?? '') as FakePeerConnection

/** Sends as @libp2p/webrtc does: while little waits, then when nothing waits any more. */
async function sendAll (channel: RemoteDataChannel, bytes: number, chunk = 16 * 1024): Promise<void> {
  for (let sent = 0; sent < bytes; sent += chunk) {
    if (channel.bufferedAmount >= 2 * MIB) {
      await until(channel, 'bufferedamountlow')
    }
    channel.send(new Uint8Array(chunk).fill(sent / chunk))
  }
}

/** @returns resolves when this number of bytes has arrived, in order */
async function receiveAll (channel: RemoteDataChannel, bytes: number, chunk = 16 * 1024): Promise<void> {
  let received = 0

  await new Promise<void>((resolve, reject) => {
    channel.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      const view = new Uint8Array(data)
      if (view.byteLength !== chunk || view[0] !== ((received / chunk) & 255) || view[chunk - 1] !== view[0]) {
        reject(new Error(`out of order at ${received}`))
      }
      received += view.byteLength
      if (received === bytes) {
        resolve()
      }
    }
  })
}

test('two workers are connected, and a channel has its label, ids, states and events at both ends', async () => {
  const { a, b } = await connected()
  expect(a.localDescription).toMatchObject({ type: 'offer' })
  expect(b.remoteDescription).toEqual(a.localDescription)
  const [near, far] = await openChannel(a, b, 'talk')
  if (near.id == null) {
    await until(near, 'open')
  }
  expect([near.label, far.label, near.readyState, far.readyState, near.id === far.id]).toEqual([
    'talk',
    'talk',
    'open',
    'open',
    true
  ])

  const came = until(far, 'message')
  near.send(new TextEncoder().encode('hello').buffer)
  expect(new TextDecoder().decode((await came as MessageEvent<ArrayBuffer>).data)).toBe('hello')

  const back = until(near, 'message')
  far.send(new Uint8Array([0, 1, 2, 3]).subarray(1, 3)) // a view of a larger buffer: that one stays
  expect([...new Uint8Array((await back as MessageEvent<ArrayBuffer>).data)]).toEqual([1, 2])

  const closed = Promise.all([until(near, 'close'), until(far, 'close')])
  near.close()
  expect(near.readyState).toBe('closing')
  expect(() => {
    near.send(new ArrayBuffer(1))
  }).toThrow('the data channel is closing')
  await closed
  expect([near.readyState, far.readyState]).toEqual(['closed', 'closed'])
})

test('candidates are sent, the last one as null, and added', async () => {
  const { link } = pair()
  const connection = make(link)
  const seen: unknown[] = []
  connection.onicecandidate = (event) => {
    seen.push((event as RTCPeerConnectionIceEvent).candidate?.toJSON() ?? null)
  }
  await connection.setLocalDescription(await connection.createOffer())
  expect(seen).toEqual([{
    candidate: expect.stringContaining('of fake'),
    sdpMid: '0',
    sdpMLineIndex: 0,
    usernameFragment: null
  }, null])
  await connection.addIceCandidate({ candidate: 'there', sdpMid: '0' })
  expect(fakeOf(connection).candidates).toEqual([{
    candidate: 'there',
    sdpMid: '0',
    sdpMLineIndex: null,
    usernameFragment: null
  }])
})

test('a certificate stays in its page, and its connection is opened there', async () => {
  const [one, other] = [pair(), pair()]
  const certificate = await RemotePeerConnection.certificate(one.link, { name: 'ECDSA' })
  expect(certificate.expires).toBe(1234)
  const connection = new RemotePeerConnection(async () => other.link, {
    certificates: [certificate as unknown as RTCCertificate]
  })
  await connection.setLocalDescription(await connection.createOffer())
  expect(fakeOf(connection).settings.certificates).toEqual([{ expires: 1234 }])
  expect(other.posted).toEqual([])
})

test('errors of the page are transferred unchanged', async () => {
  const { link } = pair()
  const connection = make(link)
  await expect(connection.setRemoteDescription({ type: 'offer', sdp: 'nobody' })).rejects.toMatchObject({
    name: 'InvalidAccessError',
    message: 'no such peer: nobody'
  })

  const channel = connection.createDataChannel('refused')
  const error = await until(channel, 'error') as Event & { error: Error }
  expect(error.error).toMatchObject({ name: 'TypeError', message: 'refused by the browser' })
  expect(channel.readyState).toBe('closed')
})

test('a channel of a connected page accepts data at once, before the page has opened it', async () => {
  const { a, b } = await connected()
  const came = until(b, 'datachannel')
  const channel = a.createDataChannel('early')
  expect(channel.readyState).toBe('open')
  channel.send(new Uint8Array([1]))
  channel.send(new Uint8Array([2]))
  channel.close()
  const { channel: far } = await came as Event & { channel: RemoteDataChannel }
  const bytes: number[] = []
  far.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    bytes.push(...new Uint8Array(data))
  }
  await Promise.all([until(channel, 'close'), until(far, 'close')])
  expect(bytes).toEqual([1, 2])
})

test('a channel that the page cannot open is closed, although it seemed open', async () => {
  const { a } = await connected()
  const channel = a.createDataChannel('refused')
  channel.send(new Uint8Array(1))
  const error = await until(channel, 'error') as Event & { error: Error }
  expect(error.error.message).toBe('refused by the browser')
  await until(channel, 'close')
})

test('with a page of an older version, which buffers no data, the worker waits, and gets every byte', async () => {
  const { port1, port2 } = new MessageChannel()
  const heard: Array<Record<string, unknown> & { type: string }> = []
  port2.onmessage = ({ data }) => {
    heard.push(data as { type: string })
  }
  const link = new PageLink(port1)
  close.push(link.close, () => {
    port2.close()
  })
  const a = make(link)
  await vi.waitFor(() => {
    expect(heard.length).toBe(1)
  })
  const { connection } = heard[0]!
  port2.postMessage({
    type: 'state',
    connection,
    event: 'connectionstatechange',
    state: { connectionState: 'connected' }
  })
  await until(a, 'connectionstatechange')
  const channel = a.createDataChannel('x')
  expect(channel.readyState).toBe('connecting')
  await vi.waitFor(() => {
    expect(heard.at(-1)!.type).toBe('channel')
  })
  const number = heard.at(-1)!.channel
  port2.postMessage({ type: 'channel-state', channel: number, event: 'open', state: { readyState: 'open', id: 2 } })
  port2.postMessage({ type: 'data', channel: number, messages: [new ArrayBuffer(1)] })
  await vi.waitFor(() => {
    expect(heard.at(-1)).toMatchObject({ type: 'taken', bytes: 64 })
  })
})

test('small messages are sent without confirmation, and are not reported as received', async () => {
  const { a, b, here, there } = await connected()
  const [near, far] = await openChannel(a, b)
  const posted = (side: typeof here, type: string): number =>
    side.posted.filter((message) => message.type === type).length
  let came = 0
  far.onmessage = () => {
    came++
  }

  for (let i = 1; i <= 40; i++) {
    near.send(new Uint8Array(1))
    await Promise.resolve()
    await Promise.resolve()
  }

  // none of them has been taken: this task has not ended
  expect(posted(here, 'data')).toBe(40)
  await vi.waitFor(() => {
    expect(came).toBe(40)
  })
  expect(posted(there, 'taken')).toBe(0)
  expect(near.bufferedAmount).toBe(0)
})

test('transfers 64 MiB in order, with a few MiB in flight at most', async () => {
  const { a, b } = await connected()
  const [near, far] = await openChannel(a, b)
  const real = fakeOf(a).channels.at(-1)!
  let most = 0
  near.addEventListener('bufferedamountlow', () => {
    most = Math.max(most, real.mostBuffered)
  })
  const all = receiveAll(far, 64 * MIB)
  await sendAll(near, 64 * MIB)
  await all
  expect(most).toBeGreaterThan(0)
  expect(real.mostBuffered).toBeLessThan(A_FEW_MIB)
})

test('ten channels transfer in both directions at once without mixing', async () => {
  const { a, b } = await connected()
  const channels = await Promise.all(Array.from({ length: 10 }, async (_, i) => await openChannel(a, b, `c${i}`)))

  await Promise.all(channels.flatMap(([near, far]) => {
    const [there, back] = [receiveAll(far, 2 * MIB), receiveAll(near, 2 * MIB)]
    return [sendAll(near, 2 * MIB), sendAll(far, 2 * MIB), there, back]
  }))
})

test('the worker is paused while the network is blocked, and a flood of its own is rejected', async () => {
  const { a, b, here } = await connected()
  const [near, far] = await openChannel(a, b)
  const real = fakeOf(a).channels.at(-1)!
  real.isHeldUp = true

  for (let i = 0; i < 15 * 64; i++) {
    near.send(new ArrayBuffer(16 * 1024))
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(near.bufferedAmount).toBeGreaterThan(13 * MIB)
  expect(real.bufferedAmount).toBeLessThan(A_FEW_MIB)
  expect(here.posted.flatMap(({ messages }) => messages ?? []).length * 16 * 1024).toBeLessThan(A_FEW_MIB)
  expect(() => {
    for (let i = 0; i < 100 * 64; i++) {
      near.send(new ArrayBuffer(16 * 1024))
    }
  }).toThrow('the send queue of the data channel is full')

  const low = until(near, 'bufferedamountlow')
  let received = 0
  far.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    received += data.byteLength
  }
  real.isHeldUp = false
  real.carry()
  await low
  expect(near.bufferedAmount).toBe(0)
  await vi.waitFor(() => {
    expect(received).toBeGreaterThanOrEqual(15 * MIB)
  })
})

test('a worker that does not read is not flooded, and its channel is closed before the page is', async () => {
  const { peer, heard: came } = await hosted()
  const channel = peer.createDataChannel('flood')
  await vi.waitFor(() => {
    expect(channel.readyState).toBe('open')
  })

  for (let i = 0; i < 64 * 64; i++) {
    channel.send(new ArrayBuffer(16 * 1024))
  }
  await vi.waitFor(() => {
    expect(channel.readyState).toBe('closed')
  })
  await vi.waitFor(() => {
    expect(came.find(({ error }) => error?.message === 'the peer sends more than is read')).toBeDefined()
  })
  expect(came.flatMap(({ messages }) => messages ?? []).length * 16 * 1024).toBeLessThan(A_FEW_MIB)
})

interface Heard {
  type: string
  messages?: ArrayBuffer[]
  error?: { message: string }
}

/** A connection in a page with a worker that reads nothing, and its peer. */
async function hosted (): Promise<{ peer: FakePeerConnection; heard: Heard[] }> {
  const { port1, port2 } = new MessageChannel()
  close.push(serveWebRtc(port2, { PeerConnection: FakePeerConnection as unknown as typeof RTCPeerConnection }), () => {
    port1.close()
  })
  const heard: Heard[] = []
  port1.onmessage = ({ data }) => {
    heard.push(data as Heard)
  } // takes none of them
  const before = FakePeerConnection.all.size
  port1.postMessage({ type: 'open', connection: 1, settings: {} })
  port1.postMessage({
    type: 'call',
    connection: 1,
    call: 2,
    method: 'setLocalDescription',
    input: { type: 'offer', sdp: 'x' }
  })
  await vi.waitFor(() => {
    expect(FakePeerConnection.all.size).toBe(before + 1)
  })
  const real = [...FakePeerConnection.all.values()].at(-1)!
  const peer = new FakePeerConnection()
  await peer.setLocalDescription(await peer.createOffer())
  await peer.setRemoteDescription({ type: 'offer', sdp: real.name })
  await real.setRemoteDescription({ type: 'answer', sdp: peer.name })
  return { peer, heard }
}

test('incomplete frames are limited over all channels together, and the largest holder is disconnected', async () => {
  const { peer, heard } = await hosted()
  const open = async (label: string): Promise<FakeDataChannel> => {
    const channel = peer.createDataChannel(label)
    await vi.waitFor(() => {
      expect(channel.readyState).toBe('open')
    })
    return channel
  }

  const good = await open('good')
  good.send(Uint8Array.of(200).buffer) // the beginning of a length
  const greedy = await Promise.all(Array.from({ length: 12 }, async (_, i) => await open(`greedy ${i}`)))
  // each says that 4 MiB less one are coming, and sends 3 MiB
  greedy.forEach((channel) => {
    channel.send(Uint8Array.of(0xff, 0xff, 0xff, 0x01).buffer)
  })
  for (let i = 0; i < 48; i++) {
    greedy.forEach((channel) => {
      if (channel.readyState === 'open') {
        channel.send(new ArrayBuffer(64 * 1024))
      }
    })
  }

  await vi.waitFor(() => {
    expect(greedy.filter(({ readyState }) => readyState === 'closed').length).toBeGreaterThanOrEqual(2)
  })
  await vi.waitFor(() => {
    expect(heard.filter(({ error }) => error?.message === 'incomplete frames exceed the memory limit').length)
      .toBeGreaterThanOrEqual(2)
  })
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(greedy.filter(({ readyState }) => readyState === 'open').length).toBeGreaterThanOrEqual(9)
  expect(good.readyState).toBe('open')
})

test('a peer that sends text, which a worker would convert to a buffer of that length, is disconnected', async () => {
  const { peer, heard } = await hosted()
  const channel = peer.createDataChannel('')
  await vi.waitFor(() => {
    expect(channel.readyState).toBe('open')
  })
  channel.send('4000000000' as unknown as ArrayBuffer)
  await vi.waitFor(() => {
    expect(channel.readyState).toBe('closed')
  })
  await vi.waitFor(() => {
    expect(heard.find(({ error }) => error?.message === 'the peer sends text')).toBeDefined()
  })
  expect(heard.some(({ type }) => type === 'data')).toBe(false)
})

test('data that was sent before the close still arrives', async () => {
  const { a, b } = await connected()
  const [near, far] = await openChannel(a, b)
  const all = receiveAll(far, 8 * MIB)
  for (let i = 0; i < 8 * 64; i++) {
    near.send(new Uint8Array(16 * 1024).fill(i))
  }
  near.close()
  await all
  if (far.readyState !== 'closed') {
    await until(far, 'close')
  }
})

test('the first channel of a connection stays open until the dialler closes it, in any timing', async () => {
  const { a, b } = await connected()
  const [near, far] = await openChannel(a, b, 'init')
  far.close()
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  expect([near.readyState, far.readyState]).toEqual(['open', 'open'])

  // The peer closes the channel too.
  fakeOf(b).channels.at(-1)!.close()
  await until(far, 'close')
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  expect(near.readyState).toBe('open')
  const closed = until(near, 'close')
  near.close()
  await closed
  expect(near.readyState).toBe('closed')
})

test('a page that closes fails its channels with an error, and its connection as failed', async () => {
  const { a, b, here } = await connected()
  const [near, far] = await openChannel(a, b)
  const events: string[] = []
  for (const type of ['error', 'close']) {
    near.addEventListener(type, (event) => {
      events.push(type + ((event as ErrorEvent).error as Error | undefined)?.name)
    })
  }
  a.onconnectionstatechange = () => {
    events.push(a.connectionState)
  }
  near.send(new ArrayBuffer(MIB))
  here.stop()
  await until(a, 'connectionstatechange')
  expect(events).toEqual(['errorPageGoneError', 'closeundefined', 'failed'])
  expect(() => {
    near.send(new ArrayBuffer(1))
  }).toThrow('the data channel is closed')
  await expect(a.createOffer()).rejects.toMatchObject({ name: 'PageGoneError' })

  // the other peer learns it from the network
  await vi.waitFor(() => {
    expect([far.readyState, b.connectionState]).toEqual(['closed', 'failed'])
  })
})

test('a page that dies silently, or is frozen, is detected by its silence', async () => {
  const { port1, port2 } = new MessageChannel()
  close.push(() => {
    port2.close()
  })
  const link = new PageLink(port1, { pingIntervalMs: 10 })
  const connection = make(link)
  const offer = connection.createOffer()
  await expect(offer).rejects.toMatchObject({ name: 'PageGoneError' })
  expect(connection.connectionState).toBe('failed')
  expect(link.open).toBe(false)
})

test('a page that is alive but never confirms a call is not awaited', async () => {
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
    if (data.type === 'ping') {
      port2.postMessage({ type: 'pong' })
    }
  }
  const link = new PageLink(port1, { answerMs: 20 })
  close.push(link.close, () => {
    port2.close()
  })
  await expect(make(link).createOffer()).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'the page does not answer'
  })
  expect(link.open).toBe(true)
})

test('the page detects that its worker died, and closes its connections', async () => {
  const { port1, port2 } = new MessageChannel()
  let gone = 0
  serveWebRtc(port2, {
    PeerConnection: FakePeerConnection as unknown as typeof RTCPeerConnection,
    silenceMs: 20,
    onClose: () => {
      gone++
    }
  })
  port1.postMessage({ type: 'open', connection: 1, settings: {} })
  await vi.waitFor(() => {
    expect(gone).toBe(1)
  })
  expect([...FakePeerConnection.all.values()].at(-1)!.connectionState).toBe('closed')
  port1.close()
})

test('closing a connection closes it in the page, and ends its channels', async () => {
  const { a, b } = await connected()
  const [near, far] = await openChannel(a, b)
  const real = fakeOf(a)
  const closed = until(near, 'close')
  a.close()
  expect(a.connectionState).toBe('closed')
  await closed
  expect(() => a.createDataChannel('late')).toThrow('the connection is closed')
  await vi.waitFor(() => {
    expect([real.connectionState, far.readyState, b.connectionState]).toEqual(['closed', 'closed', 'failed'])
  })
})
