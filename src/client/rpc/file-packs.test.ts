import { expect, it } from 'vitest'
import { filePacks } from './file-packs.ts'

const MIB = 1024 * 1024
const EMPTY = new Blob()

it('packs small files together, and sends large ones alone', async () => {
  const large = new Blob([new Uint8Array(MIB)])
  const packs = await filePacks([{ path: 'a', content: new Blob(['one']) }, { path: 'dir' }, {
    path: 'large',
    content: large
  }, { path: 'b', content: new TextEncoder().encode('three') }])
  expect(packs.map(({ paths, sizes }) => [paths, [...sizes]])).toEqual([['a\0dir', [3, -1]], ['large', [MIB]], ['b', [
    5
  ]]])
  expect(await (packs[0].bytes as Blob).text()).toBe('one')
  expect(packs[1].bytes).toBe(large)
})

it('sends small files as lists, limited by size, to a worker that takes lists', async () => {
  const files = Array.from({ length: 130 }, (_, i) => ({ path: `d/${i}`, content: new Blob([`${i}`]) }))
  const [first, second] = await filePacks([{ path: 'dir' }, ...files], { lists: true })
  expect([(first.bytes as Blob[]).length, (second.bytes as Blob[]).length, first.sizes[0]]).toEqual([128, 3, -1])
  expect((first.bytes as Blob[])[1]).toBe(files[0].content)

  const large = Array.from({ length: 9 }, (_, i) => ({ path: `l/${i}`, content: new Blob([new Uint8Array(MIB - 1)]) }))
  expect((await filePacks(large, { lists: true })).map(({ sizes }) => sizes.length)).toEqual([4, 4, 1])
  const bytes = [{ path: 'a', content: new Uint8Array(1) }, { path: 'b', content: new Uint8Array(1) }]
  expect((await filePacks(bytes, { lists: true }))[0].bytes).toBeInstanceOf(Blob)
  const many = await filePacks(Array.from({ length: 10_200 }, (_, i) => ({ path: `${i}`, content: EMPTY })), {
    lists: true
  })
  expect(many.filter(({ bytes }) => Array.isArray(bytes)).reduce((sum, { sizes }) => sum + sizes.length, 0))
    .toBeLessThanOrEqual(10_000)
})

it('sends modification times if one of the files has one', async () => {
  const files = [{ path: 'a', content: new Blob(['one']), mtime: new Date(1_234_567_890_123) }, {
    path: 'b',
    content: new Blob(['x'])
  }]
  const [[{ times }], [plain]] = await Promise.all([filePacks(files), filePacks(files.slice(1))])
  expect([...times ?? []]).toEqual([1_234_567_890_123, NaN])
  expect(plain).not.toHaveProperty('times')
})

it('splits very many files into few packs, and stops when its signal aborts', async () => {
  const files = Array.from({ length: 1000 }, (_, i) => ({ path: `d/${i}`, content: new Blob(['x']) }))
  const packs = await filePacks(files)
  expect(packs.map(({ sizes }) => sizes.length)).toEqual([128, 128, 128, 128, 128, 128, 128, 104])
  expect(packs.flatMap(({ paths }) => paths.split('\0'))).toEqual(files.map(({ path }) => path))
  await expect(filePacks(files, { signal: AbortSignal.abort(new Error('not any more')) })).rejects.toThrow(
    'not any more'
  )
})

it('makes no packs of no files', async () => {
  expect(await filePacks([])).toEqual([])
})
