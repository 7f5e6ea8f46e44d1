import { describe, expect, it } from 'vitest'
import { choose, chooseAll, move, NOTHING, stillThere } from '../../lib/data/selection.ts'
import type { Selection } from '../../lib/data/selection.ts'
import { scrollToRow, visibleRows } from '../../lib/data/visible-rows.ts'
import { contentPath } from '../../lib/links/content-path.ts'
import { isWithin, joinPath, nameProblem, parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { consoleLink, filesLink, NODE_PARTS, nodeLink, readSection } from '../../lib/links/section.ts'
import { entryThumbnail } from './entry-thumbnail.ts'
import { folderEntry } from './folder-entry.ts'
import { freeName } from './free-name.ts'

const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const CID_V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

describe('an MFS path', () => {
  it('is joined and split', () => {
    expect([joinPath('/', 'a'), joinPath('/a', 'b c')]).toEqual(['/a', '/a/b c'])
    expect(['/a/b', '/a', '/'].map(parentOf)).toEqual(['/a', '/', '/'])
    expect(pathParts('/a/b c/')).toEqual(['a', 'b c'])
    expect([isWithin('/a/b', '/a'), isWithin('/a', '/a'), isWithin('/ab', '/a'), isWithin('/x', '/')]).toEqual([
      true,
      true,
      false,
      true
    ])
  })

  it.each(['', '.', '..', 'a/b'])('rejects a part %j', (name) => {
    expect(nameProblem(name)).toBeTypeOf('string')
  })
  it.each(['a', '...', ' ', 'ü?#%'])('accepts a part %j', (name) => {
    expect(nameProblem(name)).toBeUndefined()
  })
})

describe('the address of a section', () => {
  it.each(['/', '/a', '/a b/ü#?%/..x'])('leads to the folder %s', (path) => {
    expect(readSection(filesLink(path))).toEqual({ is: 'files', path })
  })

  it.each(['', '#/', '#open=/ipfs/x', '#/filesystem'])('%j selects the pins', (hash) => {
    expect(readSection(hash)).toEqual({ is: 'kept' })
  })
  it.each(NODE_PARTS)('of the part %s of the node is parsed again', (part) => {
    expect(readSection(nodeLink(part))).toEqual({ is: 'node', part })
  })
  it.each(['', "ipfs pin ls --name='a/b ü'"])('of the console with the line %j is parsed again', (line) => {
    expect(readSection(consoleLink(line))).toEqual({ is: 'console', line })
  })
  it('falls back to the first part, and ignores a malformed line', () => {
    expect([readSection('#/node/nosuch'), readSection('#/console/%E0%A4%A')]).toEqual([{ is: 'node', part: 'peers' }, {
      is: 'console',
      line: ''
    }])
  })
  it('falls back to all files if it is malformed', () => {
    expect(readSection('#/files/%E0%A4%A')).toEqual({ is: 'files', path: '/' })
  })
})

describe('a taken name', () => {
  it.each([['a.txt', ['a.txt'], 'a (2).txt'], ['a.txt', ['a.txt', 'a (2).txt'], 'a (3).txt'], [
    '.hidden',
    ['.hidden'],
    '.hidden (2)'
  ], ['b', ['a'], 'b']])('%s next to %j becomes %s', (name, taken, free) => {
    const names = new Set(taken)
    expect(freeName(name, names)).toBe(free)
    expect([...names]).toEqual([...taken, free])
  })
})

describe('the selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const names = ({ names }: Selection): string => [...names].join('')

  it('selects one row, toggles another, and extends to a range', () => {
    let selection = choose(NOTHING, order, 'b', 'one')
    selection = choose(selection, order, 'd', 'also')
    expect(names(selection)).toBe('bd')
    selection = choose(selection, order, 'a', 'range')
    expect(names(selection)).toBe('abcd')
    selection = choose(selection, order, 'e', 'range')
    expect([names(selection), selection.anchor, selection.cursor]).toEqual(['de', 'd', 'e'])
    expect(names(choose(selection, order, 'd', 'also'))).toBe('e')
  })

  it('moves by keyboard, and stops at the ends', () => {
    const first = move(NOTHING, order, 1, 'one')
    expect(names(first)).toBe('a')
    expect([-1, Infinity, -Infinity].map((by) => names(move(NOTHING, order, by, 'one')))).toEqual(['e', 'e', 'a'])
    expect(names(move(first, order, Infinity, 'range'))).toBe('abcde')
    const beyond = move(move(first, order, 2, 'cursor'), order, 9, 'cursor')
    expect([names(beyond), beyond.cursor]).toEqual(['a', 'e'])
    expect(move(first, [], 1, 'one')).toEqual(NOTHING)
  })

  it('selects all rows, and keeps the remaining ones', () => {
    const all = chooseAll(choose(NOTHING, order, 'c', 'one'), order)
    const left = stillThere(all, order, ['a', 'd', 'f'])
    expect([names(left), left.cursor, left.anchor]).toEqual(['ad', 'f', 'f'])
    expect(stillThere(all, order, [])).toEqual({ names: new Set(), cursor: undefined, anchor: undefined })
  })
})

describe('a long list', () => {
  it('renders the visible rows', () => {
    expect(visibleRows({ top: 0, height: 440 }, 44, 100_000)).toEqual({ first: 0, end: 18 })
    expect(visibleRows({ top: 44_000, height: 440 }, 44, 100_000)).toEqual({ first: 992, end: 1018 })
    expect(visibleRows({ top: 44_000, height: 440 }, 44, 3)).toEqual({ first: 3, end: 3 })
  })

  it('scrolls as far as a row needs', () => {
    expect([0, 5, 9, 10, 50].map((row) => scrollToRow({ top: 88, height: 440 }, 44, row))).toEqual([
      0,
      88,
      88,
      88,
      1804
    ])
  })
})

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

describe('a thumbnail', () => {
  const link = (Name: string, Size: number): ReturnType<typeof entryThumbnail> =>
    entryThumbnail(folderEntry({ Name, Hash: CID_V1, Size, Type: 2 }, true))

  it('exists for small pictures that browsers display', () => {
    expect(link('a b.png', 10)).toBe(`/ipfs/${CID_V1}?filename=a%20b.png`)
    expect([link('a.png', 10_000_000), link('a.heic', 10), link('a.txt', 10)]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})
