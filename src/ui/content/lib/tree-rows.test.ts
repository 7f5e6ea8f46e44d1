import { describe, expect, it } from 'vitest'
import { namesTo, parentKey, TreeRows } from './tree-rows.ts'
import type { Branch } from './tree-rows.ts'

describe('a tree of links', () => {
  const links = (...names: string[]) => names.map((name) => ({ name, cid: `cid of ${name}` }))
  const branches = new Map<string, Branch>([
    ['', { isOpen: true, links: links('a', 'b', 'c') }],
    ['1', { isOpen: true, links: links('d', 'e') }],
    ['1.0', { isOpen: true, links: links('f') }],
    ['2', { isOpen: false, links: links('g') }]
  ])

  it('has rows for open branches, from top to bottom', () => {
    const rows = new TreeRows(branches)
    expect(
      rows.slice(0, 100).map(({ key, link, level, position, siblings }) =>
        `${key} ${link.name} ${level} ${position}/${siblings}`
      )
    ).toEqual(['0 a 1 1/3', '1 b 1 2/3', '1.0 d 2 1/2', '1.0.0 f 3 1/1', '1.1 e 2 2/2', '2 c 1 3/3'])
    expect(rows.slice(2, 4).map(({ key }) => key)).toEqual(['1.0', '1.0.0'])
    expect(['0', '1', '1.0', '1.0.0', '1.1', '2', '2.0', '9', '1.7'].map((key) => rows.indexOf(key))).toEqual([
      0,
      1,
      2,
      3,
      4,
      5,
      -1,
      -1,
      -1
    ])
    expect([
      rows.find(0, ({ name }) => name === 'e'),
      rows.find(4, ({ name }) => name >= 'd'),
      rows.find(5, ({ name }) => name === 'e'),
      rows.find(6, () => true)
    ]).toEqual([4, 4, -1, -1])
    expect([rows.at(4).link.name, rows.length]).toEqual(['e', 6])
    expect([new TreeRows(new Map()).length, new TreeRows(new Map()).indexOf('0')]).toEqual([0, -1])
  })

  it('has the rows of a full walk, in any order of opening', () => {
    const many = new Map<string, Branch>([['', { isOpen: true, links: links(...'abcdefghijkl') }]])
    for (const key of ['11', '3', '10', '3.1', '0', '3.0', '7', '3.1.2']) {
      many.set(key, { isOpen: key !== '7', links: links('x', 'y', 'z') })
    }
    many.set('5', { isOpen: true, links: [] })
    const walk = (parent: string): string[] =>
      many.get(parent)?.isOpen !== true
        ? []
        : (many.get(parent)?.links ?? []).flatMap((_, i) =>
          [parent === '' ? `${i}` : `${parent}.${i}`].flatMap((key) => [key, ...walk(key)])
        )
    const rows = new TreeRows(many)
    expect(rows.slice(0, rows.length).map(({ key }) => key)).toEqual(walk(''))
    expect(walk('').map((key) => rows.indexOf(key))).toEqual(walk('').map((_, i) => i))
  })

  it('returns the path to each row', () => {
    expect([namesTo(branches, '1.0.0'), namesTo(branches, '2')]).toEqual([['b', 'd', 'f'], ['c']])
    expect(['1.0.2', '7'].map(parentKey)).toEqual(['1.0', undefined])
  })
})
