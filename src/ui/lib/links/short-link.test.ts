import { base64url } from 'multiformats/bases/base64'
import { describe, expect, it } from 'vitest'
import type { SharedItem } from './shared-item.ts'
import { readShortLink, shortLink } from './short-link.ts'

const CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const ED = '12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'
const RSA = 'QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N'
const WSS = '/dns4/relay.example.org/tcp/443/wss'

function dataOf (item: SharedItem): string {
  const link = new URL(shortLink('https://node.example', item))
  expect(link.origin + link.pathname).toBe('https://node.example/')
  return link.hash.replace(/^#\/s\//, '')
}

/** Returns DATA with these bytes between the version and a valid check. */
function forged (...fields: Array<[tag: number, value: ArrayLike<number> | string]>): string {
  const bytes = [1]
  for (const [tag, value] of fields) {
    const bin = typeof value === 'string' ? new TextEncoder().encode(value) : value
    bytes.push(tag, ...bin.length < 128 ? [bin.length] : [0x80 | bin.length >> 8, bin.length & 255], ...Array.from(bin))
  }
  let [a, b] = [0, 0]
  for (const byte of bytes) {
    a = (a + byte) % 255
    b = (b + a) % 255
  }
  return base64url.baseEncode(Uint8Array.from([...bytes, b, a]))
}

const CID_BYTES = Uint8Array.from([1, 0x55, 0x12, 0x20, ...Array.from({ length: 32 }, (_, i) => i)])
const KEY = new Uint8Array(32)

describe('a short link', () => {
  it.each<SharedItem>([
    {
      path: `/ipfs/${CID}`,
      name: 'Holiday video.mp4',
      type: 'video/mp4',
      sizeBytes: 5_000_000_000_000,
      isFolder: false,
      address: `${WSS}/p2p/${ED}/p2p-circuit/webrtc/p2p/${ED}`
    },
    {
      path: `/ipfs/${CID_V0}`,
      name: 'صور العطلة 🏖️',
      type: undefined,
      sizeBytes: 0,
      isFolder: true,
      address: `/ip4/127.0.0.1/tcp/4002/ws/p2p/${RSA}/p2p-circuit/p2p/${ED}`
    },
    {
      path: `/ipfs/${CID}`,
      name: undefined,
      type: undefined,
      sizeBytes: undefined,
      isFolder: false,
      address: undefined
    }
  ])('keeps all facts: $name', (item) => {
    expect(readShortLink(dataOf(item))).toEqual(item)
  })

  it('of a usual file has at most 270 characters', () => {
    const address = `${WSS}/p2p/${ED}/p2p-circuit/webrtc/p2p/${ED}`
    expect(
      dataOf({ path: `/ipfs/${CID}`, name: 'Holiday video.mp4', type: 'video/mp4', sizeBytes: 1e8, address }).length
    )
      .toBeLessThan(270)
  })

  it('keeps the extension of a long name', () => {
    const name = readShortLink(dataOf({ path: `/ipfs/${CID}`, name: `${'長'.repeat(300)}.tar.gz` }))?.name
    expect(name).toMatch(/^長+….gz$/)
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
  })

  it('leaves out an address without a relay, and what is no media type', () => {
    const item = readShortLink(
      dataOf({ path: `/ipfs/${CID}`, type: 'text/html; charset=utf-8', address: '/ip4/1.2.3.4/tcp/1/ws' })
    )
    expect(item).toMatchObject({ type: 'text/html', address: undefined })
    expect(readShortLink(dataOf({ path: `/ipfs/${CID}`, type: 'hello' }))?.type).toBeUndefined()
  })
})

describe('the parser of hostile links', () => {
  it('detects each truncation, and each changed character', () => {
    const data = dataOf({ path: `/ipfs/${CID}`, name: 'a.txt', sizeBytes: 7 })
    for (let i = 0; i < data.length; i++) {
      expect(readShortLink(data.slice(0, i))).toBeUndefined()
      const other = data[i] === 'A' ? 'B' : 'A'
      const changed = readShortLink(data.slice(0, i) + other + data.slice(i + 1))
      // Unused bits of the last character.
      expect(changed == null || i === data.length - 1).toBe(true)
    }
  })

  it('never throws for random input', () => {
    let seed = 1
    const random = (): number => seed = (seed * 48271) % 0x7fffffff
    for (let i = 0; i < 2000; i++) {
      const bytes = Array.from({ length: random() % 200 }, () => random() % 256)
      readShortLink(base64url.baseEncode(Uint8Array.from(bytes)))
      readShortLink(forged([random() % 12, bytes]))
      readShortLink(forged([1, CID_BYTES], [2 + random() % 8, bytes]))
    }
  })

  it.each([
    ['too long', forged([1, CID_BYTES], [2, 'a'.repeat(5000)])],
    ['without a CID', forged([2, 'a.txt'])],
    ['with a broken CID', forged([1, [9, 9, 9]])],
    ['with a giant CID', forged([1, [1, 0x55, 0, 0xc8, 1, ...new Uint8Array(200)]])],
    ['with a repeated field', forged([1, CID_BYTES], [1, CID_BYTES])],
    ['with fields in another order', forged([2, 'a'], [1, CID_BYTES])],
    ['with a name that is not UTF-8', forged([1, CID_BYTES], [2, [0xff, 0xfe]])],
    ['with a sender but no relay', forged([1, CID_BYTES], [8, KEY])],
    ['with a relay but no sender', forged([1, CID_BYTES], [6, WSS], [7, KEY])],
    ['with a broken peer ID', forged([1, CID_BYTES], [6, WSS], [7, KEY], [8, [1, 2, 3]])],
    ['of another version', base64url.baseEncode(Uint8Array.from([2, 2, 2]))],
    ['empty', '']
  ])('rejects a link %s', (_, data) => {
    expect(readShortLink(data)).toBeUndefined()
  })

  it.each([
    'https://evil.example/',
    '/dns4/evil.example/tcp/443/wss/http-path/x',
    '/dns4/a/tcp/443/wss/p2p/x/p2p-circuit',
    '/dns4/relay.example\n/tcp/443/wss',
    '/unix/tmp/socket',
    '/ip4/127.0.0.1/tcp/4001',
    `/dns4/${'a'.repeat(400)}/tcp/443/wss`,
    '/dns4//tcp/443/wss',
    ''
  ])('rejects the address %.40j, which is no relay', (relay) => {
    expect(readShortLink(forged([1, CID_BYTES], [6, relay], [7, KEY], [8, KEY]))).toBeUndefined()
  })

  it.each([
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['../../etc/passwd', '....etcpasswd'],
    ['a\u0000b\nc\\d', 'abcd'],
    ['\u2066\u200B..', undefined],
    ['   ', undefined]
  ])('makes the name %j safe', (name, expected) => {
    expect(readShortLink(forged([1, CID_BYTES], [2, name]))).toMatchObject({ name: expected })
  })

  it('ignores a size that is no safe number, a media type that is none, and unknown fields', () => {
    expect(
      readShortLink(forged([1, CID_BYTES], [3, 'text/html"><script>'], [4, new Uint8Array(20).fill(255)], [9, 'new']))
    )
      .toMatchObject({ sizeBytes: undefined, type: undefined })
  })
})
