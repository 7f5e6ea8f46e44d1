import { expect, it } from 'vitest'
import { nearestAbove } from './nearest-above.ts'

async function nearest (
  path: string,
  { least, there }: { least: number; there: readonly string[] }
): Promise<[found: string | undefined, asked: number]> {
  let asked = 0
  const found = await nearestAbove(path, {
    least,
    isThere: async (path) => {
      asked++
      return there.includes(path)
    }
  })
  return [found, asked]
}

it.each(
  [
    ['/a/b/c', 0, ['/'], '/'],
    ['/a/b/c', 0, ['/', '/a'], '/a'],
    ['/a/b/c', 0, ['/', '/a', '/a/b'], '/a/b'],
    ['/a', 0, ['/'], '/'],
    ['/', 0, ['/'], undefined],
    ['/ipfs/cid/a/b', 2, ['/ipfs/cid'], '/ipfs/cid'],
    ['/ipfs/cid/a/b', 2, ['/ipfs/cid', '/ipfs/cid/a'], '/ipfs/cid/a'],
    ['/ipfs/cid/a/b', 2, [], undefined],
    ['/ipfs/cid', 2, [], undefined]
  ] as const
)('%s, with at least %i parts, where %j exist: %s', async (path, least, there, expected) => {
  expect((await nearest(path, { least, there }))[0]).toBe(expected)
})

it('sends few requests, however deep the path is', async () => {
  const [found, asked] = await nearest(`/${Array.from({ length: 1000 }, () => 'a').join('/')}`, {
    least: 0,
    there: ['/', '/a', '/a/a']
  })
  expect([found, asked]).toEqual(['/a/a', 10])
})
