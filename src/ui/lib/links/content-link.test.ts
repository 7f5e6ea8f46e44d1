import { describe, expect, it } from 'vitest'
import { contentLink } from './content-link.ts'

describe('contentLink', () => {
  it('contains the name of a file, and no other', () => {
    expect(contentLink('bafyx', 'a & b?.txt')).toBe(
      '/ipfs/bafyx?filename=a%20%26%20b%3F.txt&x-ipfs-companion-no-redirect'
    )
    expect(contentLink('bafyx')).toBe('/ipfs/bafyx?x-ipfs-companion-no-redirect')
  })
})
