import type { Connection, Stream } from '@libp2p/interface'
import type { CID } from 'multiformats/cid'
import { emptyMessage } from '../../src/libp2p/bitswap/message.ts'
import { writeMessage } from '../../src/libp2p/bitswap/write-message.ts'

const KIB = 1024
const MIB = 1024 * KIB
const BITSWAP = '/ipfs/bitswap/1.2.0'
const PING = '/ipfs/ping/1.0.0'

/** Bytes that each peer sends at most: more than the node buffers for all peers (`MAX_UNREAD_BYTES`). */
const POURED_BYTES = 20 * MIB

/** The length of a message of 4 MiB, as a varint. */
const LARGE = Uint8Array.of(0x80, 0x80, 0x80, 0x02)

/** Header size and types of yamux frames. */
const HEADER_BYTES = 12
const [DATA, PINGS] = [0, 2]
const SYN = 1

/** Streams of one peer that the node reads concurrently. */
const READ_STREAMS = 4

/** Bytes that the peer itself may have queued, which are not at the node yet. */
const MAX_WAITING_BYTES = MIB

/** Time without progress after which the node is considered to refuse more. */
const STANDSTILL_MS = 3000

/** Internals of a libp2p connection. */
interface Inside {
  muxer: {
    createStream: () => Promise<Stream>
    maConn: { send: (bytes: Uint8Array) => boolean; writeBufferLength: number }
  }
}

export interface Means {
  /** blocks of the node */
  wants: CID[]
  /** Stops reading. */
  stall: () => void
}

/**
 * Attacks by a connected peer that make a node use memory. Each runs until it is exhausted, or its connection is
 * closed.
 */
export const HOSTILE: Readonly<Record<string, (connection: Connection, means: Means) => Promise<void>>> = {
  /** Sends most of some messages, and never the rest. */
  async unread (connection) {
    for (let i = 0; i < POURED_BYTES / (3 * MIB); i++) {
      const stream = await openBitswapStream(connection)
      stream.send(LARGE)
      await pour(connection, 3 * MIB, () => {
        stream.send(new Uint8Array(64 * KIB))
      }, 64 * KIB)
    }
  },

  /** Sends frames of one byte: each is a separate buffer. */
  async tiny (connection) {
    for (let i = 0; i < READ_STREAMS; i++) {
      ;(await openBitswapStream(connection)).send(LARGE)
    }
    const stream = await openBitswapStream(connection)
    await pour(connection, 40_000, () => {
      stream.send(new Uint8Array(1))
    }, 1)
  },

  /** Announces a frame of 4 GiB. */
  async longFrame (connection) {
    sendBytes(connection, frame(DATA, SYN, 901, 0xffffffff))
    await pour(connection, POURED_BYTES, () => {
      sendBytes(connection, new Uint8Array(64 * KIB))
    }, 64 * KIB)
  },

  /** Opens streams, and does not use them. */
  async streams (connection) {
    for (let i = 0; i < 255; i++) {
      await (connection as unknown as Inside).muxer.createStream()
      await waitForNextTurn()
    }
  },

  /** Sends yamux pings, and never reads the answers. */
  async pings (connection, { stall }) {
    stall()
    const many = new Uint8Array(5000 * HEADER_BYTES)
    for (let i = 0; i < 5000; i++) {
      many.set(frame(PINGS, SYN, 0, i), i * HEADER_BYTES)
    }
    await pour(connection, POURED_BYTES, () => {
      sendBytes(connection, many)
    }, many.byteLength)
  },

  /** Sends pings by the ping protocol, ignores its limits, and never reads the answers. */
  async echoes (connection, { stall }) {
    const { id } = await connection.newStream(PING)
    stall()

    await pour(connection, POURED_BYTES, () => {
      sendBytes(connection, frame(DATA, 0, Number(id), 64 * KIB))
      sendBytes(connection, new Uint8Array(64 * KIB))
    }, 64 * KIB)
  },

  /** Requests blocks, and never reads them. */
  async wants (connection, { wants, stall }) {
    const stream = await openBitswapStream(connection)
    stall()
    stream.send(
      writeMessage({
        ...emptyMessage(),
        wants: wants.map((cid) => ({ cid, priority: 1, cancel: false, have: false, sendDontHave: true }))
      })
    )
  }
}

async function openBitswapStream (connection: Connection): Promise<Stream> {
  return await connection.newStream(BITSWAP, { maxOutboundStreams: 1000 })
}

/** Sends repeatedly, until `bytes` are sent or the connection is closed. */
async function pour (connection: Connection, bytes: number, send: () => void, step: number): Promise<void> {
  for (let sent = 0, turn = 0; sent < bytes && connection.status === 'open'; sent += step, turn++) {
    send()
    if (turn % 16 === 0) {
      await waitForNextTurn()
    }
    if (!await isTaken(connection)) {
      return
    }
  }
}

/**
 * Waits until there is room for more.
 *
 * @returns whether there is
 */
async function isTaken (connection: Connection): Promise<boolean> {
  const waiting = (): number =>
    (connection as unknown as Inside).muxer.maConn.writeBufferLength +
    connection.streams.reduce((sum, { writeBufferLength }) => sum + writeBufferLength, 0)
  let least = waiting()

  for (let sinceMs = Date.now(); waiting() > MAX_WAITING_BYTES && connection.status === 'open';) {
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })

    if (waiting() < least) {
      least = waiting()
      sinceMs = Date.now()
    } else if (Date.now() - sinceMs > STANDSTILL_MS) {
      return false
    }
  }

  return connection.status === 'open'
}

function frame (type: number, flag: number, stream: number, length: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(1, type)
  view.setUint16(2, flag)
  view.setUint32(4, stream)
  view.setUint32(8, length)
  return bytes
}

function sendBytes (connection: Connection, bytes: Uint8Array): void {
  ;(connection as unknown as Inside).muxer.maConn.send(bytes)
}

async function waitForNextTurn (): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
}
