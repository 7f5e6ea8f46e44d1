import { expect, test } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField } from '../../bytes/protobuf/protobuf-writer.ts'
import { readMessage } from './read-message.ts'

const MOST = 32_768
const CID = Uint8Array.of(1, 0x55, 0x12, 0x20, ...new Uint8Array(32))

test.for(
  [
    ['blocks that are empty', 'blocks', bytesField(3)],
    ['presences', 'presences', bytesField(4, ...bytesField(1, CID))],
    ['wants', 'wants', bytesField(1, ...bytesField(1, ...bytesField(1, CID)))]
  ] as const
)('of a message with very many %s only as many are read as a peer may queue', ([, kind, field]) => {
  const one = concatBytes(field)
  expect(readMessage(concatBytes(Array.from({ length: MOST + 1000 }, () => one)))[kind]).toHaveLength(MOST)
})
