import { describe, expect, it } from 'vitest'
import { CidBuilder, DAG_PB, isInlined, RAW } from './cid-builder.ts'

const hello = new TextEncoder().encode('hello golden')

describe('CidBuilder', () => {
  it('names blocks', async () => {
    const v0 = new CidBuilder({ version: 0, hash: 0x12 })
    const v1 = new CidBuilder({ version: 1, hash: 0x12 })

    // the empty directory
    expect((await v0.sum(DAG_PB, Uint8Array.of(10, 2, 8, 1))).toString()).toBe(
      'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
    )
    expect((await v1.sum(DAG_PB, Uint8Array.of(10, 2, 8, 1))).toString()).toBe(
      'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
    )
    // raw leaves have version 1 whatever the version
    expect((await v0.sum(RAW, hello)).toString()).toBe('bafkreiei6khxfkn24bijfp6aiuwk5ji35ljtp7qiiwfquxuorhnsw745q4')
    expect((await v1.sum(RAW, hello)).toString()).toBe('bafkreiei6khxfkn24bijfp6aiuwk5ji35ljtp7qiiwfquxuorhnsw745q4')
  })

  it('puts small blocks into their CIDs', async () => {
    const builder = new CidBuilder({ version: 0, hash: 0x12, inlineLimit: 12 })
    const inlined = await builder.sum(RAW, hello)

    expect(inlined.toString()).toBe('bafkqaddimvwgy3zam5xwyzdfny')
    expect(isInlined(inlined)).toBe(true)
    expect(isInlined(await builder.sum(RAW, new Uint8Array(13)))).toBe(false)
    expect(isInlined(await new CidBuilder({ version: 1, hash: 0x12, inlineLimit: -1 }).sum(RAW, new Uint8Array(0))))
      .toBe(false)
  })

  it('refuses what no store takes', async () => {
    await expect(new CidBuilder({ version: 1, hash: 0 }).sum(RAW, new Uint8Array(129))).rejects.toThrow(
      'digest too large'
    )
    await expect(new CidBuilder({ version: 1, hash: 0xd5 }).sum(RAW, hello)).rejects.toThrow('potentially insecure')
  })
})
