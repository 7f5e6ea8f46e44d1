import { expect, test } from 'vitest'
import { shortLink } from '../../lib/links/short-link.ts'
import { sharedText } from './shared-text.ts'

const CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const NONE = { title: '', text: '', url: '' }

test.each([
  [{ ...NONE, url: `https://dweb.link/ipfs/${CID}` }, `/ipfs/${CID}`],
  [{ ...NONE, title: 'a page', text: `Look: ipfs://${CID}/a` }, `/ipfs/${CID}/a`],
  [{ ...NONE, text: CID }, `/ipfs/${CID}`],
  [{ ...NONE, text: `https://node.example/#/explore/ipfs/${CID}/a` }, `/ipfs/${CID}/a`]
])('finds a content link in any field: %j', (words, path) => {
  expect(sharedText(words)).toEqual({ path })
})

test("keeps a link with a sender's address, to connect to it from this page", () => {
  const relay = '/dns4/relay.example/tcp/443/wss/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'
  const short = shortLink('https://node.example', { path: `/ipfs/${CID}`, name: 'a.txt', address: relay })
  const old = `https://node.example/#${new URLSearchParams({ open: `/ipfs/${CID}?filename=a.txt`, at: relay })}`
  for (const link of [short, old]) {
    expect(sharedText({ ...NONE, text: `From me: ${link}` })).toEqual({
      path: `/ipfs/${CID}`,
      meets: new URL(link).hash
    })
  }
})

test('makes other text a note, and ignores an empty text', async () => {
  const { note } = sharedText({ title: 'a/b', text: 'some words', url: 'https://example.org/' })
  expect([note?.name, await note?.text()]).toEqual(['a-b.txt', 'a/b\nsome words\nhttps://example.org/'])
  expect(sharedText({ ...NONE, text: 'x' }).note?.name).toBe('Shared text.txt')
  expect(sharedText(NONE)).toEqual({})
})
