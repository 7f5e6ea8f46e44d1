import { describe, expect, it } from 'vitest'
import { entryThumbnail } from './entry-thumbnail.ts'
import { folderEntry } from './folder-entry.ts'

const CID_V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

describe('a thumbnail', () => {
  const link = (Name: string, Size: number): ReturnType<typeof entryThumbnail> =>
    entryThumbnail(folderEntry({ Name, Hash: CID_V1, Size, Type: 2 }, true))

  it('exists for small pictures that browsers display', () => {
    expect(link('a b.png', 10)).toBe(`/ipfs/${CID_V1}?filename=a%20b.png&x-ipfs-companion-no-redirect`)
    expect([link('a.png', 10_000_000), link('a.heic', 10), link('a.txt', 10)]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})
