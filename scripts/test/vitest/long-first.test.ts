import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { ROOT } from '../../root.mjs'
import { LONG, LongFirst } from './long-first.ts'

const files = [...LONG, ...readdirSync(path.join(ROOT, 'src/cid/text')).map((name) => `src/cid/text/${name}`)].map((
  file
) => ({
  moduleId: path.join(ROOT, file),
  project: { name: file.startsWith('src') ? 'shared' : 'servers' }
})) as unknown as TestSpecification[]

async function shardOf (index: number): Promise<string[]> {
  const ctx = { config: { root: ROOT, shard: { index, count: 2 } } } as Vitest
  return (await new LongFirst(ctx).shard(files.toSorted(() => index === 1 ? 1 : -1))).map(({ moduleId }) => moduleId)
}

it('knows long files that exist', () => {
  expect(LONG.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})

it('deals every file to one shard, and long files to both', async () => {
  const [first, second] = await Promise.all([shardOf(1), shardOf(2)])
  expect([...first, ...second].sort()).toEqual(files.map(({ moduleId }) => moduleId).sort())
  const longIn = (shard: string[]): number => shard.filter((file) => LONG.includes(path.relative(ROOT, file))).length
  expect(Math.abs(longIn(first) - longIn(second))).toBeLessThanOrEqual(1)
})
