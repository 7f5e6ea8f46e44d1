import { expect, test } from 'vitest'
import { sharedText } from './shared-text.ts'

const CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const NONE = { title: '', text: '', url: '' }

test.each([
  [{ ...NONE, url: `https://dweb.link/ipfs/${CID}` }, `/ipfs/${CID}`],
  [{ ...NONE, title: 'a page', text: `Look: ipfs://${CID}/a` }, `/ipfs/${CID}/a`],
  [{ ...NONE, text: CID }, `/ipfs/${CID}`]
])('a link to content in any field is found: %j', (words, path) => { expect(sharedText(words)).toEqual({ path }) })

test('other words are a note, and none are nothing', async () => {
  const { note } = sharedText({ title: 'a/b', text: 'some words', url: 'https://example.org/' })
  expect([note?.name, await note?.text()]).toEqual(['a-b.txt', 'a/b\nsome words\nhttps://example.org/'])
  expect(sharedText({ ...NONE, text: 'x' }).note?.name).toBe('Shared text.txt')
  expect(sharedText(NONE)).toEqual({})
})
