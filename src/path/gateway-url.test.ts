import { expect, test } from 'vitest'
import { cidOfArgument } from './cid-of-argument.ts'
import { parsePath, parsePathOrCid, parsePathOrUri } from './content-path.ts'
import { pathOfGatewayUrl } from './content-path.ts'

const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
const KEY = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'

test.each([
  [`https://ipfs.io/ipfs/${V0}`, `/ipfs/${V0}`],
  [`HTTPS://ipfs.io/ipfs/${V0}/a/b/`, `/ipfs/${V0}/a/b/`],
  [`http://127.0.0.1:8080/ipfs/${V1}/a?format=raw&filename=x#part`, `/ipfs/${V1}/a`],
  [`https://dweb.link/ipns/docs.ipfs.tech/concepts/`, `/ipns/docs.ipfs.tech/concepts/`],
  [`https://dweb.link/ipns/${KEY}`, `/ipns/${KEY}`],
  [`https://host/ipld/${V1}/Links/0`, `/ipld/${V1}/Links/0`],
  [`https://host/ipfs/${V1}/b%20c/100%25/%C3%A4/q%3Fx`, `/ipfs/${V1}/b c/100%/ä/q?x`],
  [`https://${V1}.ipfs.dweb.link`, `/ipfs/${V1}/`],
  [`http://${V1.toUpperCase()}.ipfs.localhost:8080/a/b.txt?x=1#y`, `/ipfs/${V1}/a/b.txt`],
  [`https://${V1}.ipfs.dweb.link/ipfs/x`, `/ipfs/${V1}/ipfs/x`],
  [`https://${KEY}.ipns.dweb.link/a`, `/ipns/${KEY}/a`],
  ['https://en-wikipedia--on--ipfs-org.ipns.dweb.link/wiki/', '/ipns/en.wikipedia-on-ipfs.org/wiki/'],
  ['http://docs.ipfs.tech.ipns.localhost:8080/concepts', '/ipns/docs.ipfs.tech/concepts'],
  [`https://docs.ipfs.tech/ipfs/${V0}`, `/ipfs/${V0}`],
  [`https://gateway.ipfs.io/ipfs/${V0}`, `/ipfs/${V0}`]
])('%s shows a path', (url, path) => {
  expect(pathOfGatewayUrl(url)).toBe(path)
  expect(parsePathOrCid(url)).toEqual(parsePath(path))
  expect(() => parsePath(url)).toThrow('invalid path')
})

test.each([
  'https://example.com/',
  'https://example.com/docs',
  'https://example.com/ipfs/',
  `https://example.com/x/ipfs/${V0}`,
  `https://example.com/ipfs/${V0}/%zz`,
  'https://name.ipns.dweb.link/x',
  `ftp://host/ipfs/${V0}`,
  `host/ipfs/${V0}`,
  `https:/ipfs/${V0}`,
  'https://'
])('%s is no path', (text) => {
  expect(pathOfGatewayUrl(text)).toBeUndefined()
  expect(() => parsePathOrCid(text)).toThrow(`invalid path "${text}": `)
})

test.each([
  [`ipfs://${V0}/a%20b?c#d`, `/ipfs/${V0}/a%20b?c#d`],
  [`IPFS:${V0}/`, `/ipfs/${V0}/`],
  ['ipns://docs.ipfs.tech/concepts', '/ipns/docs.ipfs.tech/concepts'],
  [`ipld:${V1}/Links/0`, `/ipld/${V1}/Links/0`]
])('%s is a native URI, whose rest is taken as it is', (uri, path) => {
  expect(parsePathOrUri(uri)).toEqual(parsePath(path))
})

test.each([V0, `/ipfs/${V0}`, `ipfs://${V0}`, `ipfs:${V0}/`, `https://ipfs.io/ipfs/${V0}?x=1`])(
  '%s names one CID',
  (text) => {
    expect(cidOfArgument(text).toString()).toBe(V0)
  }
)

test('a path below a root, a name and any other text name no single CID', () => {
  expect(() => cidOfArgument(`ipfs://${V0}/a`)).toThrow(
    `"ipfs://${V0}/a" points below a root CID, expected a single CID`
  )
  expect(() => cidOfArgument('ipns://x')).toThrow('invalid path "/ipns/x": path was expected to be immutable')
  expect(() => cidOfArgument('bad')).toThrow('expected 1 as the cid version number')
})
