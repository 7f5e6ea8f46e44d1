import { expect, it } from 'vitest'
import { seenUploads } from './seen-uploads.ts'

it('displays running uploads first, then failed ones', () => {
  const list = ['done', 'queued', 'failed', 'running', 'done', 'running'].map((status, id) => ({ id, status }))
  expect(seenUploads(list, 4).map(({ id }) => id)).toEqual([3, 5, 2, 0])
  expect(seenUploads(list, 6)).toBe(list)
})
