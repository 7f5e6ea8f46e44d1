import { base58btc } from 'multiformats/bases/base58'
import { expect, test } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import { readKadAnswer } from './read-kad-answer.ts'
import { writeKadRequest } from './write-kad-request.ts'

const ID = Uint8Array.of(0x12, 0x20, ...new Uint8Array(32).fill(3))
const ADDRESS = Uint8Array.of(4, 127, 0, 0, 1, 6, 0x10, 0x01)
const peer = (
  id: Uint8Array,
  ...addresses: Uint8Array[]
): Uint8Array[] => [...bytesField(1, id), ...addresses.flatMap((address) => bytesField(2, address)), varintField(3, 1)]

test('a message is read as Go writes it', () => {
  // {type: ADD_PROVIDER, key: "k", providerPeers: [{id: "i", addrs: ["a"]}]} by go-libp2p-kad-dht, except for the
  // cluster level.
  expect(
    Buffer.from(
      writeKadRequest({
        type: 2,
        key: Uint8Array.of(0x6b),
        provider: { id: Uint8Array.of(0x69), addresses: [Uint8Array.of(0x61)] }
      })
    ).toString('hex')
  ).toBe('0d080212016b4a060a0169120161')
  expect(
    Buffer.from(writeKadRequest({ type: 0, key: Uint8Array.of(0x6b), value: Uint8Array.of(0x76) })).toString('hex')
  ).toBe('0d080012016b1a060a016b120176')
})

test('peers, providers and the record are read, and unknown fields are skipped', () => {
  const message = concatBytes([
    varintField(1, 3),
    ...bytesField(2, ID),
    varintField(10, 1),
    ...bytesField(8, ...peer(ID, ADDRESS)),
    ...bytesField(9, ...peer(ID)),
    ...bytesField(3, ...bytesField(1, ID), ...bytesField(2, ADDRESS), ...bytesField(5, ID))
  ])
  const known = { id: base58btc.baseEncode(ID), addresses: [ADDRESS] }
  expect(readKadAnswer(message)).toMatchObject({
    closer: [known],
    providers: [{ ...known, addresses: [] }],
    record: { key: ID, value: ADDRESS }
  })
})

test('a peer without a valid ID is left out, and so are excess ones', () => {
  const many = Array.from({ length: 500 }, () => ADDRESS)
  const long = new Uint8Array(600)
  const bad = [Uint8Array.of(), Uint8Array.of(1), Uint8Array.of(0x12, 0x20, 1), new Uint8Array(100)]
  const message = concatBytes([
    ...bad.flatMap((id) => bytesField(8, ...peer(id))),
    ...many.flatMap(() => bytesField(8, ...peer(ID, long, ...many))),
    ...many.flatMap(() => bytesField(9, ...peer(ID)))
  ])
  const { closer, providers } = readKadAnswer(message)
  expect([closer.length, providers.length, closer[0].addresses.length]).toEqual([21, 256, 32])
})

test('an invalid message is an error', () => {
  expect(() => readKadAnswer(Uint8Array.of(0x42, 0x7f))).toThrow('unexpected EOF')
})
