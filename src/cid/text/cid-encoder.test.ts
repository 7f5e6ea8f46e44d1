import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { cidEncoder, multibaseEncoder } from './cid-encoder.ts'

const V0 = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
const V0_AS_V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
const V1 = CID.parse('bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')

describe('CIDs of an answer', () => {
  test.each<[string | undefined, boolean | undefined, string, string]>([
    [undefined, undefined, V0.toString(), V1.toString()],
    ['', undefined, V0.toString(), V1.toString()],
    [undefined, true, V0_AS_V1, V1.toString()],
    [undefined, false, V0.toString(), V1.toString()],
    ['base32', undefined, V0_AS_V1, V1.toString()],
    ['b', undefined, V0_AS_V1, V1.toString()],
    ['base32', false, V0.toString(), V1.toString()],
    [
      'base58btc',
      undefined,
      V0.toString(),
      'zb2rhZfjRh2FHHB2RkHVEvL2vJnCTcu7kwRqgVsf9gpkLgteo'
    ],
    [
      'z',
      true,
      'zdj7WbTaiJT1fgatdet9Ei9iDB5hdCxkbVyhyh8YTUnXMiwYi',
      'zb2rhZfjRh2FHHB2RkHVEvL2vJnCTcu7kwRqgVsf9gpkLgteo'
    ],
    [
      'base16',
      true,
      'f0170122059948439065f29619ef41280cbb932be52c56d99c5966b65e0111239f098bbef',
      'f015512202cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    ]
  ])('with base %s and upgrade %s', (base, upgrade, v0, v1) => {
    const encoder = cidEncoder(base, upgrade)
    expect([encoder.encode(V0), encoder.encode(V1)]).toEqual([v0, v1])
    expect(encoder.chosen).toBe(base != null && base !== '')
  })

  test('cannot be written in an unknown base', () => {
    expect(() => cidEncoder('base8', undefined)).toThrow('unsupported multibase encoding: base8')
    expect(() => multibaseEncoder('')).toThrow('empty multibase encoding')
  })
})
