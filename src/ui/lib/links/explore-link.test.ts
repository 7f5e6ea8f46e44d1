import { describe, expect, it } from 'vitest'
import { linkPath } from '../../explore/link-path.ts'
import { contentHref } from './content-href.ts'
import { carLink } from './save-link.ts'
import { exploreLink, readSection } from './section.ts'

describe('the address of explored content', () => {
  it.each(['/ipfs/Qm/a b/ü#?%', '/ipns/x.y', ''])('opens %j', (path) => {
    expect(readSection(exploreLink(path))).toEqual({ is: 'explore', path })
  })

  it('contains the content that it is a part of', () => {
    expect(readSection(exploreLink('/ipfs/A', '/ipfs/B/c d?'))).toEqual({
      is: 'explore',
      path: '/ipfs/A',
      of: '/ipfs/B/c d?'
    })
  })
  it('opens the section if it is malformed', () => {
    expect(readSection('#/explore/%E0%A4%A')).toEqual({ is: 'explore', path: '' })
  })

  it('can only consist of names', () => {
    expect(linkPath('/ipfs/A', ['b c', 'd/e'])).toBe('/ipfs/A/b c/d/e')
    expect([[''], ['a', ''], ['..'], ['a/../b'], ['a//b']].map((names) => linkPath('/ipfs/A', names))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
    expect(contentHref('/ipfs/A/b c/?#%')).toBe('/ipfs/A/b%20c/%3F%23%25?x-ipfs-companion-no-redirect')
    expect(carLink('A', 'b&c')).toBe('/ipfs/A?format=car&download=true&filename=b%26c.car&x-ipfs-companion-no-redirect')
  })
})
