import { expect, it } from 'vitest'
import { filePacks } from './file-packs.ts'

const MIB = 1024 * 1024

it('packs small files together, and leaves large ones as they are', async () => {
  const large = new Blob([new Uint8Array(MIB)])
  const packs = await filePacks([{ path: 'a', content: new Blob(['one']) }, { path: 'dir' }, { path: 'large', content: large }, { path: 'b', content: new TextEncoder().encode('three') }])
  expect(packs.map(({ paths, sizes }) => [paths, [...sizes]])).toEqual([['a\0dir', [3, -1]], ['large', [MIB]], ['b', [5]]])
  expect(await (packs[0].bytes as Blob).text()).toBe('one')
  expect(packs[1].bytes).toBe(large)
})

it('makes few of very many, and ends by its signal', async () => {
  const files = Array.from({ length: 1000 }, (_, i) => ({ path: `d/${i}`, content: new Blob(['x']) }))
  const packs = await filePacks(files)
  expect(packs.map(({ sizes }) => sizes.length)).toEqual([128, 128, 128, 128, 128, 128, 128, 104])
  expect(packs.flatMap(({ paths }) => paths.split('\0'))).toEqual(files.map(({ path }) => path))
  await expect(filePacks(files, { signal: AbortSignal.abort(new Error('not any more')) })).rejects.toThrow('not any more')
})

it('makes none of nothing', async () => {
  expect(await filePacks([])).toEqual([])
})
