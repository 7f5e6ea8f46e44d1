import { describe, expect, it } from 'vitest'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { CidBuilder, isInlined } from './cid-builder.ts'

const hello = new TextEncoder().encode('hello golden')

describe('CidBuilder', () => {
  it('computes the CIDs of blocks', async () => {
    const v0 = new CidBuilder({ version: 0, hash: 0x12 })
    const v1 = new CidBuilder({ version: 1, hash: 0x12 })

    // the empty directory
    expect((await v0.sum(CODEC.dagPb, Uint8Array.of(10, 2, 8, 1))).toString()).toBe(
      'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
    )
    expect((await v1.sum(CODEC.dagPb, Uint8Array.of(10, 2, 8, 1))).toString()).toBe(
      'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
    )
    // raw leaves always have CIDv1
    expect((await v0.sum(CODEC.raw, hello)).toString()).toBe(
      'bafkreiei6khxfkn24bijfp6aiuwk5ji35ljtp7qiiwfquxuorhnsw745q4'
    )
    expect((await v1.sum(CODEC.raw, hello)).toString()).toBe(
      'bafkreiei6khxfkn24bijfp6aiuwk5ji35ljtp7qiiwfquxuorhnsw745q4'
    )
  })

  it('inlines small blocks into their CIDs', async () => {
    const builder = new CidBuilder({ version: 0, hash: 0x12, inlineLimit: 12 })
    const inlined = await builder.sum(CODEC.raw, hello)

    expect(inlined.toString()).toBe('bafkqaddimvwgy3zam5xwyzdfny')
    expect(isInlined(inlined)).toBe(true)
    expect(isInlined(await builder.sum(CODEC.raw, new Uint8Array(13)))).toBe(false)
    expect(
      isInlined(await new CidBuilder({ version: 1, hash: 0x12, inlineLimit: -1 }).sum(CODEC.raw, new Uint8Array(0)))
    )
      .toBe(false)
  })

  it('rejects hash functions that no store accepts', async () => {
    await expect(new CidBuilder({ version: 1, hash: 0 }).sum(CODEC.raw, new Uint8Array(129))).rejects.toThrow(
      'digest too large'
    )
    await expect(new CidBuilder({ version: 1, hash: 0xd5 }).sum(CODEC.raw, hello)).rejects.toThrow(
      'potentially insecure'
    )
  })
})
