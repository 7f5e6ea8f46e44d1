import { describe, expect, it } from 'vitest'
import { readSection } from '../../lib/links/section.ts'
import { closedLink, contentPathOf, isTarget, pathOf, placeOf, siblingLink, viewerTarget } from './viewer-target.ts'

const OTHER = { name: 'b?.txt', cid: 'bafkqaab' }

describe('viewerTarget', () => {
  it.each([
    ['#/files/a%20b/c.jpg?view', '/a b/c.jpg', '/a b', '#/files/a%20b', '#/files/a%20b/b%3F.txt?view'],
    ['#/files/c.jpg?view', '/c.jpg', '/', '#/', '#/files/b%3F.txt?view'],
    [
      '#/pinned/bafkqaaa/d/c.jpg?view',
      '/ipfs/bafkqaaa/d/c.jpg',
      '/ipfs/bafkqaaa/d',
      '#/pinned',
      '#/pinned/bafkqaaa/d/b%3F.txt?view'
    ],
    ['#/pinned/bafkqaaa?view&name=c.jpg', '/ipfs/bafkqaaa', 'pins', '#/pinned', '#/pinned/bafkqaab?view&name=b%3F.txt']
  ])('%s', (hash, path, place, closed, sibling) => {
    const target = viewerTarget(readSection(hash))!
    expect([pathOf(target), placeOf(target), closedLink(target), siblingLink(target, OTHER)]).toEqual([
      path,
      place,
      closed,
      sibling
    ])
    expect(viewerTarget(readSection(sibling))).toMatchObject({ is: target.is })
    expect(isTarget(viewerTarget(readSection(sibling))!, OTHER)).toBe(true)
    expect(isTarget(target, OTHER)).toBe(false)
  })

  it('has a content path with its name, if possible', () => {
    const file = viewerTarget(readSection('#/files/a/c.jpg?view'))!
    expect([
      contentPathOf(file, 'bafkqaaa', 'bafyfolder'),
      contentPathOf(file, 'bafkqaaa', undefined),
      contentPathOf(viewerTarget(readSection('#/pinned/bafyroot/d/c.jpg?view'))!, 'bafkqaaa', undefined),
      contentPathOf(viewerTarget(readSection('#/pinned/bafkqaaa?view&name=c.jpg'))!, 'bafkqaaa', undefined)
    ]).toEqual(['/ipfs/bafyfolder/c.jpg', '/ipfs/bafkqaaa', '/ipfs/bafyroot/d/c.jpg', '/ipfs/bafkqaaa'])
  })

  it.each(['#/', '#/files/a', '#/explore/ipfs/bafkqaaa', '#/pinned/bafkqaaa'])('%s shows no file', (hash) => {
    expect(viewerTarget(readSection(hash))).toBeUndefined()
  })
})
