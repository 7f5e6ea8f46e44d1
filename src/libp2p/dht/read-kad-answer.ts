import { base58btc } from 'multiformats/bases/base58'
import { ProtobufReader, WIRE_BYTES } from '../../bytes/protobuf/protobuf-reader.ts'
import { readMultihash } from '../../cid/hash/read-multihash.ts'
import { kadId } from '../../net/kad-id.ts'
import { MESSAGE, PEER, RECORD } from './kad-message.ts'
import type { KadAnswer, KadRecord } from './kad-message.ts'
import type { KadPeer } from './kad-peer.ts'

/**
 * Peers of one list that are read. A server names 20 that are nearer, and the one that is looked for; each further one
 * of a lying server would cost a dial.
 */
const MAX_CLOSER = 21
const MAX_PROVIDERS = 256

/** Addresses per peer that are read, and bytes of each. */
const MAX_ADDRESSES = 32
const MAX_ADDRESS_BYTES = 512

/** Longest ID of a key. */
const MAX_ID_BYTES = 64

/**
 * Decodes an answer. Copies what it keeps, so that the rest can be freed. Leaves out peers without a usable ID.
 *
 * @throws ProtobufError
 */
export function readKadAnswer (bytes: Uint8Array): KadAnswer {
  const answer: KadAnswer = { record: undefined, closer: [], providers: [] }

  for (const { field, view } of byteFields(bytes)) {
    if (field === MESSAGE.record) {
      answer.record = readRecord(view())
    } else if (field === MESSAGE.closer && answer.closer.length < MAX_CLOSER) {
      answer.closer.push(...readPeer(view()))
    } else if (field === MESSAGE.providers && answer.providers.length < MAX_PROVIDERS) {
      answer.providers.push(...readPeer(view()))
    }
  }

  return answer
}

function readRecord (bytes: Uint8Array): KadRecord {
  const record: KadRecord = { key: new Uint8Array(), value: new Uint8Array() }

  for (const { field, view } of byteFields(bytes)) {
    if (field === RECORD.key) {
      record.key = view().slice()
    } else if (field === RECORD.value) {
      record.value = view().slice()
    }
  }

  return record
}

function readPeer (bytes: Uint8Array): KadPeer[] {
  const addresses: Uint8Array[] = []
  let id: Uint8Array | undefined

  for (const { field, view } of byteFields(bytes)) {
    if (field === PEER.id) {
      id = view()
    } else if (field === PEER.address && addresses.length < MAX_ADDRESSES && view().length <= MAX_ADDRESS_BYTES) {
      addresses.push(view().slice())
    }
  }

  return id == null || !isMultihash(id) ? [] : [{ id: base58btc.baseEncode(id), kadId: kadId(id), addresses }]
}

function isMultihash (bytes: Uint8Array): boolean {
  try {
    return bytes.length <= MAX_ID_BYTES && readMultihash(bytes).next === bytes.length
  } catch {
    return false
  }
}

/** Yields the length-delimited fields. */
function* byteFields (bytes: Uint8Array): Generator<{ field: number; view: () => Uint8Array }> {
  const reader = new ProtobufReader(bytes)

  while (reader.next()) {
    if (reader.wire === WIRE_BYTES) {
      const [start, end] = [reader.span(), reader.at]
      yield { field: reader.field, view: () => bytes.subarray(start, end) }
    } else {
      reader.skip()
    }
  }
}
