import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAsyncGenerator } from '../async/iteration/to-async-generator.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { arbitraryCid } from '../testing/dag/arbitrary-ipld.ts'
import { blockOf, carV2Of, encodeCar, inPieces } from '../testing/dag/car-fixtures.ts'
import { readCar } from './read-car.ts'
import { verifiedBlocks } from './verified-blocks.ts'

const hello = await blockOf(new TextEncoder().encode('hello'))
const world = await blockOf(new TextEncoder().encode('world'))
const empty = await blockOf(new Uint8Array(0))
const small = await encodeCar([hello.cid], [hello, world, empty])

/** Reads all there is, the bytes coming in pieces of these lengths. */
async function readAll (
  bytes: Uint8Array,
  lengths: readonly number[] = [bytes.length || 1]
): Promise<{ version: number; roots: string[]; blocks: Block[] }> {
  const { version, roots, blocks } = await readCar(inPieces(bytes, lengths))
  const read: Block[] = []

  for await (const block of verifiedBlocks(blocks)) {
    read.push(block)
  }

  return { version, roots: roots.map(String), blocks: read }
}

async function failure (bytes: Uint8Array, lengths?: readonly number[]): Promise<string> {
  return await readAll(bytes, lengths).then(
    ({ blocks }) => `no error, but ${blocks.length} blocks`,
    (err: Error) => err.message
  )
}

function blockTexts (blocks: Block[]): Array<[string, string]> {
  return blocks.map(({ cid, bytes }) => [cid.toString(), Buffer.from(bytes).toString('hex')])
}

const pieces = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 6 })
const content = fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ minLength: 100, maxLength: 3000 }))

describe('a CAR', () => {
  it('is read as it was written, for any chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 12 }),
        fc.array(arbitraryCid, { maxLength: 3 }),
        pieces,
        fc.boolean(),
        async (contents, roots, lengths, v2) => {
          const blocks = await Promise.all(contents.map(async (bytes) => await blockOf(bytes)))
          const v1 = await encodeCar(roots, blocks)
          const read = await readAll(v2 ? carV2Of(v1, { padding: 3, index: Uint8Array.of(1, 2, 3) }) : v1, lengths)
          expect(read.version).toBe(v2 ? 2 : 1)
          expect(read.roots).toEqual(roots.map(String))
          expect(blockTexts(read.blocks)).toEqual(blockTexts(blocks))
        }
      )
    )
  })

  it('that is truncated is an error if that can be detected, and never hangs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 4 }),
        pieces,
        fc.boolean(),
        async (contents, lengths, v2) => {
          const blocks = await Promise.all(contents.map(async (bytes) => await blockOf(bytes)))
          const v1 = await encodeCar([blocks[0].cid], blocks)
          const file = v2 ? carV2Of(v1) : v1
          // The end of a CARv1 is unknown after a section.
          const ends = await Promise.all(
            blocks.map(async (_, i) => (await encodeCar([blocks[0].cid], blocks.slice(0, i))).length)
          )

          for (let length = 1; length < file.length; length++) {
            const whole = v2 ? -1 : ends.indexOf(length)
            expect(await failure(file.subarray(0, length), lengths)).toMatch(
              whole < 0 ? /^(unexpected )?EOF$|unexpected EOF$/ : `no error, but ${whole} blocks`
            )
          }
        }
      ),
      { numRuns: 8 }
    )
  })

  it('with a changed byte is an error, or its blocks match their hashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(small.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const changed = small.slice()
        changed[at] = byte
        const read = await readAll(changed).catch((err: Error) => {
          expect(err.message).not.toBe('')
          expect(err.name).not.toMatch(/TypeError|RangeError/)
        })
        // a digest of a few bytes can be had for anything; `checkMultihash` is what refuses those
        const blocks = (read?.blocks ?? []).filter(({ cid }) => cid.multihash.size >= 20)
        const known = blockTexts([hello, world, empty]).map(([, bytes]) => bytes)
        blockTexts(blocks).forEach(([, bytes]) => {
          expect(known).toContain(bytes)
        })
      }),
      { numRuns: 1000 }
    )
  })

  it('that is garbage is an error or has no blocks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), pieces, async (bytes, lengths) => {
        const read = await readAll(bytes, lengths).catch((err: Error) => {
          expect(err.name).not.toMatch(/TypeError|RangeError/)
        })
        expect(read?.blocks ?? []).toEqual([])
      }),
      { numRuns: 1000 }
    )
  })

  it('is not read further when the reader stops', async () => {
    let closed = false
    const source = (async function* () {
      try {
        yield* inPieces(small, [10])
        await new Promise(() => {})
      } finally {
        closed = true
      }
    })()
    const { blocks } = await readCar(source)

    for await (const { cid } of blocks) {
      expect(cid.equals(hello.cid)).toBe(true)
      break
    }

    expect(closed).toBe(true)
  })
})

describe('invalid CARs', () => {
  const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
  const header = '11 a265726f6f7473806776657273696f6e01'

  it.each([
    ['', 'EOF'],
    ['11', 'unexpected EOF'],
    ['00', 'invalid header: unexpected EOF'],
    ['02 ffff', 'invalid header: Invalid majorByte: 0xff'],
    ['01 80', 'invalid header: malformed stream: invalid appearance of list token; expected start of map'],
    ['11 a265726f6f7473806776657273696f6e03', 'invalid car version: 3'],
    ['07 a165726f6f747380', 'invalid header: unexpected EOF'],
    ['08 a165726f6f747380', 'invalid car version: 0'],
    ['12 a265726f6f747381016776657273696f6e01', 'invalid header: unmarshal error: cannot assign int to slice field'],
    ['0b a16776657273696f6e6131', 'invalid header: unmarshal error: cannot assign string to uint64 field'],
    [
      '04 a1616101',
      'invalid header: unmarshal error: stream contains key "a", but there\'s no such field in structs of ' +
      'type carv1.CarHeader'
    ],
    ['81808010', 'invalid header data, length of read beyond allowable maximum'],
    ['9100', 'varint not minimally encoded'],
    ['ffffffffffffffffff01', 'varints larger than uint63 not supported'],
    [`${header} 81808004`, 'invalid section data, length of read beyond allowable maximum'],
    [`${header} 00`, 'invalid cid: varints malformed, could not reach the end'],
    [`${header} 0101`, 'invalid cid: varints malformed, could not reach the end'],
    [`${header} 020255`, 'invalid cid: expected 1 as the cid version number, got: 2'],
    [`${header} 020155`, 'invalid cid: multihash too short. must be >= 2 bytes'],
    [`${header} 04 1220 6162`, 'invalid cid: not enough bytes for cid v0'],
    [`${header} 06 0155 1240 6162`, 'invalid cid: length greater than remaining number of bytes in buffer'],
    [`${header} 05 0155 f7ee01`, 'invalid cid: varints malformed, could not reach the end'],
    [`${header} 06 0155 f7ee01 00`, 'invalid cid: unknown multihash code 30583 (0x7777): no such hash registered'],
    [`${header} 05 0155 0001 61`, 'mismatch in content integrity, expected: bafkqaalb, got: bafkqaaa']
  ])('%s', async (text, message) => {
    expect(await failure(hex(text))).toBe(message)
  })

  it('is rejected by its length prefix before that many bytes were read', async () => {
    const endless = (async function* () {
      yield Uint8Array.of(0xff, 0xff, 0xff, 0x7f)
      throw new Error('was read on')
    })()
    await expect(readCar(endless)).rejects.toThrow('invalid header data, length of read beyond allowable maximum')
  })
})

describe('a CARv2', () => {
  it('may have characteristics, padding and an index', async () => {
    const file = carV2Of(small, {
      padding: 100,
      index: Uint8Array.of(0x81, 0x08, 1, 2, 3),
      characteristics: new Uint8Array(16).fill(0xff)
    })
    expect(blockTexts((await readAll(file, [7])).blocks)).toEqual(blockTexts([hello, world, empty]))
  })

  it('ends with its payload, even if bytes that look like blocks follow', async () => {
    const more = (await encodeCar([], [world])).subarray((await encodeCar([], [])).length)
    expect(blockTexts((await readAll(carV2Of(small, { index: more }))).blocks)).toEqual(
      blockTexts([hello, world, empty])
    )
  })

  it.each([
    [{ dataOffset: 50n }, 'invalid data payload offset: 50'],
    [{ dataOffset: 2n ** 63n }, 'invalid data payload offset: 9223372036854775808'],
    [{ dataOffset: 2n ** 62n }, 'unexpected EOF'],
    [{ dataSize: 0n }, 'invalid data payload size: 0'],
    [{ dataSize: 2n ** 63n }, 'invalid data payload size: 9223372036854775808'],
    [{ dataSize: 100_000n }, 'unexpected EOF'],
    [{ dataSize: 20n }, 'unexpected EOF'],
    [{ indexOffset: 2n ** 63n }, 'invalid index offset: 9223372036854775808']
  ])('%o is refused', async (init, message) => {
    expect(await failure(carV2Of(small, init))).toBe(message)
  })

  it('cannot contain another CARv2', async () => {
    expect(await failure(carV2Of(carV2Of(small)))).toBe('invalid data payload header version; expected 1, got 2')
  })
})

it('returns views of the received bytes if possible, and CIDs that retain none of them', async () => {
  const { blocks } = await readCar(toAsyncGenerator([small]))

  for await (const { cid, bytes } of blocks) {
    expect(cid.bytes.buffer).not.toBe(small.buffer)
    expect(bytes.length === 0 || bytes.buffer === small.buffer).toBe(true)
  }
})
