import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import { readCid } from '../../cid/binary/read-cid.ts'
import { emptyMessage } from './message.ts'
import type { BitswapMessage, WantEntry } from './message.ts'

/**
 * Entries of each kind that are read: as many as a peer may wait for. Go puts up to 2 MiB of them into one message. An
 * empty block takes two bytes, so a message could contain two million of them, each of which takes much more memory
 * here.
 */
const MAX_ENTRIES = 32_768

const CANNOT = 1

/**
 * Decodes a message. Blocks are views of it. Ignores unknown fields, entries with unreadable CIDs, and entries beyond
 * 32,768 of a kind.
 *
 * @throws ProtobufError
 */
export function readMessage (bytes: Uint8Array): BitswapMessage {
  const message = emptyMessage()
  const reader = new ProtobufReader(bytes)

  while (reader.next()) {
    if (reader.field === 1 && reader.wire === WIRE_BYTES) {
      readWants(reader.view(), message)
    } else if (reader.field === 3 && reader.wire === WIRE_BYTES && message.blocks.length < MAX_ENTRIES) {
      message.blocks.push(readBlock(reader.view()))
    } else if (reader.field === 4 && reader.wire === WIRE_BYTES && message.presences.length < MAX_ENTRIES) {
      readPresence(reader.view(), message)
    } else if (reader.field === 5 && reader.wire === WIRE_VARINT) {
      message.pendingBytes = reader.varint()
    } else {
      reader.skip()
    }
  }

  return message
}

function readWants (bytes: Uint8Array, message: BitswapMessage): void {
  const reader = new ProtobufReader(bytes)

  while (reader.next()) {
    if (reader.field === 1 && reader.wire === WIRE_BYTES) {
      const entry = message.wants.length < MAX_ENTRIES ? readEntry(reader.view()) : reader.skip()

      if (entry != null) {
        message.wants.push(entry)
      }
    } else if (reader.field === 2 && reader.wire === WIRE_VARINT) {
      message.full = reader.varint() !== 0
    } else {
      reader.skip()
    }
  }
}

function readEntry (bytes: Uint8Array): WantEntry | undefined {
  const reader = new ProtobufReader(bytes)
  let cid: Uint8Array | undefined
  const entry = { priority: 0, cancel: false, have: false, sendDontHave: false }

  while (reader.next()) {
    if (reader.field === 1 && reader.wire === WIRE_BYTES) {
      cid = reader.view()
    } else if (reader.wire !== WIRE_VARINT) {
      reader.skip()
    } else if (reader.field === 2) {
      entry.priority = reader.varint() | 0
    } else {
      const is = reader.varint() !== 0

      switch (reader.field) {
        case 3:
          entry.cancel = is
          break
        case 4:
          entry.have = is
          break
        case 5:
          entry.sendDontHave = is
          break
      }
    }
  }

  const wanted = ifCid(cid)
  return wanted == null ? undefined : { cid: wanted, ...entry }
}

function readBlock (bytes: Uint8Array): { prefix: Uint8Array; data: Uint8Array } {
  const reader = new ProtobufReader(bytes)
  const block = { prefix: new Uint8Array(0), data: new Uint8Array(0) }

  while (reader.next()) {
    if (reader.field === 1 && reader.wire === WIRE_BYTES) {
      block.prefix = reader.view() as Uint8Array<ArrayBuffer>
    } else if (reader.field === 2 && reader.wire === WIRE_BYTES) {
      block.data = reader.view() as Uint8Array<ArrayBuffer>
    } else {
      reader.skip()
    }
  }

  return block
}

function readPresence (bytes: Uint8Array, message: BitswapMessage): void {
  const reader = new ProtobufReader(bytes)
  let bytesOfCid: Uint8Array | undefined
  let have = true

  while (reader.next()) {
    if (reader.field === 1 && reader.wire === WIRE_BYTES) {
      bytesOfCid = reader.view()
    } else if (reader.field === 2 && reader.wire === WIRE_VARINT) {
      have = reader.varint() !== CANNOT
    } else {
      reader.skip()
    }
  }

  const cid = ifCid(bytesOfCid)

  if (cid != null) {
    message.presences.push({ cid, have })
  }
}

function ifCid (bytes: Uint8Array | undefined): ReturnType<typeof readCid> | undefined {
  try {
    return bytes == null ? undefined : readCid(bytes)
  } catch {
    return undefined
  }
}
