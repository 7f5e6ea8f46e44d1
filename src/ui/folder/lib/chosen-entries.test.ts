import { describe, expect, it } from 'vitest'
import { saveLink } from '../../lib/links/save-link.ts'
import { chosenEntries, chosenInSteps } from './chosen-entries.ts'
import type { Choice } from './chosen-entries.ts'
import { withAddedDates } from './entry-date.ts'
import { entryKind } from './entry-kind.ts'
import { entryLink } from './entry-link.ts'
import { folderEntry } from './folder-entry.ts'

const FILE = 2

const entries = [['a.txt', 5, FILE], ['Ärger 10.png', 30, FILE], ['b', 0, 1], ['c.mp4', 7, FILE], ['d', 7, FILE]].map((
  [Name, Size, Type]
) => folderEntry({ Name, Size, Type, Hash: `cid of ${Name}` } as Parameters<typeof folderEntry>[0], true))

const chosen = (choice: Partial<Choice>, of = entries): string[] =>
  chosenEntries(of, { text: '', kind: 'all', sort: 'name', descending: false, ...choice }).map(({ name }) => name)

describe('folder entries', () => {
  it('are classified by their names, or as folders', () => {
    expect(entries.map(({ kind }) => kind)).toEqual(['text', 'image', 'folder', 'video', 'file'])
    expect(['A.JPG', 'x.tar.gz', '.txt', 'song.opus', 'none'].map(entryKind)).toEqual([
      'image',
      'archive',
      'file',
      'audio',
      'file'
    ])
  })

  it('have a size if it is known', () => {
    expect(entries.map(({ size }) => size)).toEqual([5, 30, undefined, 7, 7])
    expect(folderEntry({ Name: 'a', Hash: 'x', Size: 0, Type: 0 }, false).size).toBeUndefined()
    expect(folderEntry({ Name: 'a', Hash: 'x', Size: 4, Type: FILE }, false).size).toBe(4)
  })

  it('have a time if it is stored', () => {
    const at = (ModTime: string): number | undefined =>
      folderEntry({ Name: 'a', Hash: 'x', Size: 1, Type: FILE, ModTime }, true).modified?.getTime()
    expect([at('2024-05-03T10:00:00Z'), at('0001-01-01T00:00:00Z')]).toEqual([Date.UTC(2024, 4, 3, 10), undefined])
  })

  it('are filtered by kind and part of a name, ignoring case and accent encoding', () => {
    expect(chosen({ text: ' ÄRGER' })).toEqual(['Ärger 10.png'])
    expect(chosen({ text: 'A\u0308rg' })).toEqual(['Ärger 10.png'])
    expect(chosen({ kind: 'folder' })).toEqual(['b'])
    expect(chosen({ kind: 'video', text: 'a' })).toEqual([])
  })

  it('are sorted by name, size and date, folders first; ties by name, unknown values last', () => {
    expect(chosen({})).toEqual(['b', 'a.txt', 'Ärger 10.png', 'c.mp4', 'd'])
    expect(chosen({ descending: true })).toEqual(['b', 'd', 'c.mp4', 'Ärger 10.png', 'a.txt'])
    expect(chosen({ sort: 'size' })).toEqual(['b', 'a.txt', 'c.mp4', 'd', 'Ärger 10.png'])
    expect(chosen({ sort: 'size', descending: true })).toEqual(['b', 'Ärger 10.png', 'c.mp4', 'd', 'a.txt'])
    const dated = withAddedDates(
      entries.map((entry, i) => i === 1 ? { ...entry, modified: new Date(5) } : entry),
      {
        path: '/f',
        added: new Map([['/f/d', 9], ['/d', 1], ['/f/Ärger 10.png', 99]]),
        pinDates: new Map([['cid of d', new Date(1)], ['cid of c.mp4', new Date(7)]])
      }
    )
    expect(chosen({ sort: 'date' }, dated.slice())).toEqual(['b', 'Ärger 10.png', 'c.mp4', 'd', 'a.txt'])
    expect(chosen({ sort: 'date', descending: true }, dated.slice())).toEqual([
      'b',
      'd',
      'c.mp4',
      'Ärger 10.png',
      'a.txt'
    ])
  })

  it('are linked below their content, or by their CID if a name is a dot segment', () => {
    const place = { cid: 'ROOT', names: ['a b', 'ü?'] }
    expect(entryLink(place, { name: '100%#.html', cid: 'C' })).toBe(
      '/ipfs/ROOT/a%20b/%C3%BC%3F/100%25%23.html?x-ipfs-companion-no-redirect'
    )
    expect(entryLink(place, { name: '..', cid: 'C' })).toBe('/ipfs/C?filename=..&x-ipfs-companion-no-redirect')
    expect(entryLink({ cid: 'ROOT', names: ['.'] }, { name: 'a&b', cid: 'C' })).toBe(
      '/ipfs/C?filename=a%26b&x-ipfs-companion-no-redirect'
    )
  })

  it('are downloaded unchanged, folders as TAR', () => {
    expect(saveLink('C', 'file', 'a & b.txt')).toBe(
      '/ipfs/C?download=true&filename=a%20%26%20b.txt&x-ipfs-companion-no-redirect'
    )
    expect(saveLink('C', 'folder', 'd')).toBe('/ipfs/C?format=tar&filename=d.tar&x-ipfs-companion-no-redirect')
  })
})

it.each<Partial<Choice>>([{}, { text: 'a' }, { kind: 'folder' }, { sort: 'size' }, { sort: 'size', descending: true }, {
  sort: 'date'
}, { descending: true }])('selects and sorts very many entries in steps like at once: %j', async (part) => {
  const choice = { text: '', kind: 'all', sort: 'name', descending: false, ...part } as const
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name)
  expect(names(await chosenInSteps(entries, choice, { signal: new AbortController().signal }))).toEqual(
    names(chosenEntries(entries, choice))
  )
})
