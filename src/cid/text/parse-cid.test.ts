import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { castCid, parseCid } from './parse-cid.ts'

const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

describe('the text of a CID', () => {
  test.each([
    V0,
    V1,
    'bafkqaaa',
    'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
    'k51qzi5uqu5dlvj2baxnqndepeb86cbk3ng7n3i46uzyxzyqj2xjonzllnv0v8',
    'zb2rhZfjRh2FHHB2RkHVEvL2vJnCTcu7kwRqgVsf9gpkLgteo',
    'f015512202cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    'F015512202CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824',
    'mAVUSICzyTbpfsKMOJug7KsW54p4bFh5cH6dCXnMEM2KTi5gk'
  ])('%s', (text) => {
    const cid = parseCid(text)
    expect(cid.equals(CID.parse(cid.toString()))).toBe(true)
    expect(castCid(cid.bytes).equals(cid)).toBe(true)
  })

  test('is parsed as by the multiformats package', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(0x55, 0x70, 0x0129, 0x300000), (digest, code) => {
        const bytes = [1, ...varint(code), 0, digest.length, ...digest]
        const cid = castCid(Uint8Array.from(bytes))
        expect(parseCid(cid.toString())).toEqual(cid)
        expect(CID.decode(Uint8Array.from(bytes)).equals(cid)).toBe(true)
      })
    )
  })

  // go-cid's messages, with a prefix for each of its layers
  test.each([
    ['', 'invalid cid: cid too short'],
    ['b', 'invalid cid: cid too short'],
    ['é', 'invalid cid: selected encoding not supported'],
    ['bad', 'invalid cid: invalid cid: expected 1 as the cid version number, got: 0'],
    ['Qm123', 'invalid cid: selected encoding not supported'],
    ['12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj', 'invalid cid: selected encoding not supported'],
    [V0.replace('U', '0'), "invalid cid: input isn't valid multihash"],
    [`Qm${'1'.repeat(44)}`, 'invalid cid: multihash length inconsistent: expected 30; got 32'],
    [V1.slice(0, -1), 'invalid cid: invalid cid: length greater than remaining number of bytes in buffer'],
    [`f${'1220'}${'00'.repeat(31)}`, 'invalid cid: invalid cid: not enough bytes for cid v0'],
    [`f${'1220'}${'00'.repeat(33)}`, 'invalid cid: trailing bytes in data buffer passed to cid Cast'],
    ['f0155000000', 'invalid cid: trailing bytes in data buffer passed to cid Cast'],
    ['f01', 'invalid cid: invalid cid: varints malformed, could not reach the end'],
    [`b${'a'.repeat(2048)}`, 'invalid cid: it has more than 2048 characters'],
    [`z${'2'.repeat(500_000)}`, 'invalid cid: it has more than 2048 characters'],
    ['f8000', 'invalid cid: invalid cid: varint not minimally encoded'],
    ['fffffffffffffffffff01', 'invalid cid: invalid cid: varints larger than uint63 not supported'],
    ['f0155', 'invalid cid: invalid cid: multihash too short. must be >= 2 bytes'],
    ['f015512ffffffffff7f', 'invalid cid: invalid cid: digest too long, supporting only <= 2^31-1']
  ])('%j is rejected', (text, message) => {
    expect(() => parseCid(text)).toThrow(expect.objectContaining({ name: 'InvalidCidError', message }))
  })
})

function varint (value: number): number[] {
  return value < 0x80 ? [value] : [value & 0x7f | 0x80, ...varint(value >> 7)]
}
