import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { describe, expect, it } from 'vitest'
import { toAsyncGenerator } from '../async/iteration/to-async-generator.ts'
import { verifyBlock } from '../blocks/local/verify-block.ts'
import { hash } from '../cid/hash/hash.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { blockOf } from '../testing/dag/car-fixtures.ts'
import { verifiedBlocks } from './verified-blocks.ts'

const good = await Promise.all(
  Array.from({ length: 300 }, async (_, i) => await blockOf(new Uint8Array(i * 10).fill(i)))
)
const bad: Block = { cid: good[1].cid, bytes: Uint8Array.of(1) }

async function readVerified (source: AsyncIterable<Block>): Promise<{ blocks: Block[]; error?: string }> {
  const blocks: Block[] = []

  try {
    for await (const block of verifiedBlocks(source)) {
      blocks.push(block)
    }
  } catch (err) {
    return { blocks, error: (err as Error).message }
  }

  return { blocks }
}

describe('several blocks', () => {
  it('are yielded in their order', async () => {
    expect(await readVerified(toAsyncGenerator(good))).toEqual({ blocks: good })
  })

  it('are yielded up to the first corrupt one, even if the source fails later', async () => {
    const source = (async function* () {
      yield* [good[0], bad, good[2]]
      throw new Error('cut')
    })()
    expect(await readVerified(source)).toEqual({
      blocks: [good[0]],
      error: `mismatch in content integrity, expected: ${bad.cid}, got: ${(await blockOf(bad.bytes)).cid}`
    })
  })

  it('are all yielded before the source fails', async () => {
    const source = (async function* () {
      yield* good
      throw new Error('cut')
    })()
    expect(await readVerified(source)).toEqual({ blocks: good, error: 'cut' })
  })

  it('are read ahead within a limit', async () => {
    let taken = 0
    const block = await blockOf(new Uint8Array(1024 * 1024))
    const source = (async function* () {
      for (;;) {
        taken++
        yield block
      }
    })()
    const blocks = verifiedBlocks(source)
    await blocks.next()
    expect(taken).toBeLessThanOrEqual(17)
    await blocks.return(undefined)
  })
})

describe('one block', () => {
  const bytes = new TextEncoder().encode('hello')

  it.each([0x11, 0x12, 0x13, 0x16, 0x1b, 0x1e, 0xb220])(
    'is verified with hash function 0x%x, full or truncated',
    async (code) => {
      for (const length of [undefined, 20]) {
        const cid = CID.createV1(0x55, await hash(bytes, code, length))
        await verifyBlock({ cid, bytes })
        await expect(verifyBlock({ cid, bytes: bytes.subarray(1) })).rejects.toThrow('mismatch in content integrity')
      }
    }
  )

  it.each([
    ['identity', create(0, bytes), undefined],
    ['another identity', create(0, bytes.subarray(1)), 'mismatch in content integrity'],
    [
      'a digest that is too long',
      create(0x12, new Uint8Array(33)),
      'invalid cid: requested length was too large for digest'
    ],
    [
      'an unknown function',
      create(0x71, new Uint8Array(33)),
      'invalid cid: unknown multihash code 113 (0x71): no such hash registered'
    ]
  ])('with %s', async (_, digest, message) => {
    const verified = verifyBlock({ cid: CID.createV1(0x55, digest), bytes })
    await (message == null ? verified : expect(verified).rejects.toThrow(message))
  })

  it('of version 0 keeps its CIDv0', async () => {
    const cid = CID.createV0(await hash(new Uint8Array(3)) as never)
    await expect(verifyBlock({ cid, bytes })).rejects.toThrow(
      `expected: ${cid}, got: ${CID.createV0(await hash(bytes) as never)}`
    )
  })
})
