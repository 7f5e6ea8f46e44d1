import { expect, it } from 'vitest'
import { isFetchOf } from './is-fetch-of.ts'

const PATH = '/ipfs/bafyroot'

it.each(
  [
    [{ kind: 'pin/add', args: { paths: [PATH] }, state: 'running' }, true],
    [{ kind: 'pin/add', args: { paths: ['bafyroot'] }, state: 'running' }, true],
    [{ kind: 'pin/add', args: { paths: [PATH] }, state: 'failed' }, false],
    [{ kind: 'pin/add', args: { paths: [PATH, '/ipfs/other'], pathCount: 2 }, state: 'running' }, false],
    [{ kind: 'add', args: { name: '' }, state: 'running' }, false]
  ] as const
)('finds the job of a fetch: %j', (job, isOf) => {
  expect(isFetchOf(job as never, PATH)).toBe(isOf)
})
