import { describe, expect, it } from 'vitest'
import { copyName, safeDeviceName } from './copy-name.ts'
import type { FolderEntries, TreeEntry } from './folder-entry.ts'
import { planMerge } from './plan-merge.ts'
import type { MergeStep } from './plan-merge.ts'

/** A tree of a test: texts are files, objects are folders. */
interface Tree {
  [name: string]: string | Tree
}

/** Folders by their CIDs, which are their JSON. */
const folders = new Map<string, FolderEntries>()

function store (tree: Tree): string {
  const cid = JSON.stringify(Object.entries(tree).sort(([a], [b]) => a < b ? -1 : 1))
  folders.set(
    cid,
    new Map(
      Object.entries(tree).map(([name, entry]): [string, TreeEntry] => [
        name,
        typeof entry === 'string' ? { cid: entry, isFolder: false } : { cid: store(entry), isFolder: true }
      ])
    )
  )
  return cid
}

let reads: string[] = []

async function plan (base: Tree | undefined, mine: Tree, theirs: Tree): Promise<string[]> {
  reads = []
  const steps = await planMerge({
    base: base == null ? undefined : store(base),
    mine: store(mine),
    theirs: store(theirs),
    device: 'Phone',
    list: async (cid) => {
      reads.push(cid)
      return folders.get(cid)!
    }
  })
  return steps.map(stepText)
}

function stepText (step: MergeStep): string {
  return step.do === 'bin'
    ? `bin ${step.path}`
    : `${step.do} ${step.path}${step.entry.isFolder ? '/' : ` ${step.entry.cid}`}`
}

describe('planMerge', () => {
  it.each<[title: string, base: Tree | undefined, mine: Tree, theirs: Tree, steps: string[]]>([
    ['equal trees', { a: '1' }, { a: '1' }, { a: '1' }, []],
    ['no common state, other files', undefined, { a: '1' }, { b: '2' }, ['add /b 2']],
    ['no common state, the same file', undefined, { a: '1' }, { a: '1' }, []],
    ['no common state, a name with two contents', undefined, { 'a.txt': '1' }, { 'a.txt': '2' }, [
      'add /a (from Phone).txt 2'
    ]],
    ['the same change on both', { a: '1' }, { a: '2' }, { a: '2' }, []],
    ['changed there', { a: '1' }, { a: '1' }, { a: '2' }, ['replace /a 2']],
    ['changed here', { a: '1' }, { a: '2' }, { a: '1' }, []],
    ['added there', {}, {}, { a: '1' }, ['add /a 1']],
    ['a folder added there is one step', {}, {}, { d: { a: '1', e: { b: '2' } } }, ['add /d/']],
    ['deleted there', { a: '1' }, { a: '1' }, {}, ['bin /a']],
    ['deleted here', { a: '1' }, {}, { a: '1' }, []],
    ['deleted on both', { a: '1' }, {}, {}, []],
    ['deleted here, changed there', { a: '1' }, {}, { a: '2' }, ['add /a 2']],
    ['deleted there, changed here', { a: '1' }, { a: '2' }, {}, []],
    ['changed on both', { 'a.txt': '1' }, { 'a.txt': '2' }, { 'a.txt': '3' }, ['add /a (from Phone).txt 3']],
    ['changed on both, and the copy exists', { a: '1' }, { a: '2', 'a (from Phone)': '3' }, { a: '3' }, []],
    ['changed on both, and the name of the copy is taken here', { a: '1' }, { a: '2', 'a (from Phone)': '9' }, {
      a: '3'
    }, ['add /a (from Phone 2) 3']],
    ['changed on both, and the name of the copy is taken there', { a: '1' }, { a: '2' }, {
      a: '3',
      'a (from Phone)': '9'
    }, ['add /a (from Phone) 9', 'add /a (from Phone 2) 3']],
    ['a file here and a folder there, both new', {}, { a: '1' }, { a: { b: '2' } }, ['add /a (from Phone)/']],
    ['a folder here and a file there, both new', {}, { 'a.b': { b: '2' } }, { 'a.b': '1' }, [
      'add /a (from Phone).b 1'
    ]],
    ['a file became a folder there', { a: '1' }, { a: '1' }, { a: { b: '2' } }, ['replace /a/']],
    ['a folder became a file there', { a: { b: '2' } }, { a: { b: '2' } }, { a: '1' }, ['replace /a 1']],
    ['a folder became a file there, and changed here', { a: { b: '2' } }, { a: { b: '3' } }, { a: '1' }, [
      'add /a (from Phone) 1'
    ]],
    ['changes of other files of a folder', { d: { a: '1', b: '1' } }, { d: { a: '2', b: '1' } }, {
      d: { a: '1', b: '2' }
    }, ['replace /d/b 2']],
    ['both added a folder of one name', {}, { d: { a: '1', c: '1' } }, { d: { a: '2', b: '2' } }, [
      'add /d/b 2',
      'add /d/a (from Phone) 2'
    ]],
    ['a folder deleted there', { d: { a: '1' } }, { d: { a: '1' } }, {}, ['bin /d']],
    ['a folder deleted there, with a change here', { d: { a: '1', b: '1' } }, { d: { a: '2', b: '1', c: '3' } }, {}, [
      'bin /d/b'
    ]],
    ['a folder deleted here, with changes there', { d: { a: '1', b: '1', e: '4' } }, {}, {
      d: { a: '2', b: '1', c: '3' }
    }, ['add /d/a 2', 'add /d/c 3']],
    ['a folder deleted here, with deletions there', { d: { a: '1', b: '1' } }, {}, { d: { a: '1' } }, []],
    ['renamed there, changed here', { a: '1' }, { a: '2' }, { b: '1' }, ['add /b 1']],
    ['an emptied folder there', { d: { a: '1' } }, { d: { a: '1' } }, { d: {} }, ['bin /d/a']],
    ['the Bin and folders of shares', { a: '1' }, { a: '1', '.bin': { x: '1' } }, {
      a: '1',
      '.bin': { y: '2' },
      '.shared': { z: '3' }
    }, []]
  ])('%s', async (_title, base, mine, theirs, steps) => {
    expect(await plan(base, mine, theirs)).toEqual(steps)
  })

  it('does not read subtrees that are equal on both sides, or unchanged there', async () => {
    const big = { deep: { a: '1' } }
    await plan({ big, own: { a: '1' }, n: '1' }, { big, own: { a: '2' }, n: '1' }, { big, own: { a: '1' }, n: '2' })
    expect(reads).toHaveLength(3)
  })
})

describe('copyName', () => {
  it.each([
    ['a.txt', 'a (from Phone).txt'],
    ['archive.tar.gz', 'archive.tar (from Phone).gz'],
    ['.profile', '.profile (from Phone)'],
    ['none', 'none (from Phone)']
  ])('%s', (name, copy) => {
    expect(copyName(name, 'Phone')).toBe(copy)
  })

  it('numbers further copies, and treats the dot of a folder as a part of its name', () => {
    expect(copyName('v1.2', 'Phone', { number: 3, isFolder: true })).toBe('v1.2 (from Phone 3)')
  })

  it('shortens long names to 255 bytes', () => {
    const copy = copyName(`${'é'.repeat(126)}.txt`, 'Phone')
    expect(new TextEncoder().encode(copy).length).toBeLessThanOrEqual(255)
    expect(copy).toMatch(/^é+ \(from Phone\)\.txt$/)
  })
})

describe('safeDeviceName', () => {
  it.each([
    ['Anna’s phone', 'Anna’s phone'],
    ['../a/b', '.. a b'],
    [' \u202Ex\u0000 ', 'x'],
    ['///', 'device'],
    ['x'.repeat(99), 'x'.repeat(32)]
  ])('%j', (name, safe) => {
    expect(safeDeviceName(name)).toBe(safe)
  })
})
