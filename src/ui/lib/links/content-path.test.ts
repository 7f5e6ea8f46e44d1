import { describe, expect, it } from 'vitest'
import { contentPath } from './content-path.ts'

const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

const CID_V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

describe('contentPath', () => {
  it.each([
    [CID_V1, `/ipfs/${CID_V1}`],
    [` ${CID_V0}/a b `, `/ipfs/${CID_V0}/a b`],
    [`/ipns/docs.ipfs.tech/x`, '/ipns/docs.ipfs.tech/x'],
    [`ipfs://${CID_V1}/a%20b`, `/ipfs/${CID_V1}/a b`],
    [`https://dweb.link/ipfs/${CID_V0}/a%20b?filename=x#y`, `/ipfs/${CID_V0}/a b`],
    [`https://${CID_V1}.ipfs.dweb.link/a/b?x`, `/ipfs/${CID_V1}/a/b`]
  ])('%s is %s', (text, path) => {
    expect(contentPath(text)).toBe(path)
  })

  it.each([
    '',
    'hello',
    'https://example.com/',
    '/files/a',
    'ipfs://../../api/v0/id',
    'ipfs://bafkqaaa/%2e%2e/x',
    '/ipns/example.com/./x'
  ])('%j is no content', (text) => {
    expect(contentPath(text)).toBeUndefined()
  })
})
