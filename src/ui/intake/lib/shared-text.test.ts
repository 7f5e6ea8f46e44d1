import { expect, test } from 'vitest'
import { sharedLink } from '../../lib/links/shared-link.ts'
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
  const shared = { path: `/ipfs/${CID}?filename=a.txt`, address: '/dns4/relay.example/tcp/443/wss/p2p/12D3KooW' }
  const text = `From me: ${sharedLink('https://node.example', shared)}`
  expect(sharedText({ ...NONE, text })).toEqual({ path: `/ipfs/${CID}`, meets: sharedLink('', shared) })
})

test('makes other text a note, and ignores an empty text', async () => {
  const { note } = sharedText({ title: 'a/b', text: 'some words', url: 'https://example.org/' })
  expect([note?.name, await note?.text()]).toEqual(['a-b.txt', 'a/b\nsome words\nhttps://example.org/'])
  expect(sharedText({ ...NONE, text: 'x' }).note?.name).toBe('Shared text.txt')
  expect(sharedText(NONE)).toEqual({})
})
