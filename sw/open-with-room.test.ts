import { expect, it, vi } from 'vitest'
import { openWithRoom } from './open-with-room.ts'

const full = new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')

function ballast (there: boolean): { giveUp: ReturnType<typeof vi.fn<() => Promise<boolean>>> } {
  return { giveUp: vi.fn(async () => there) }
}

it('gives up the ballast when the disk has no room to open, and opens then', async () => {
  const open = vi.fn(async () => 'node').mockRejectedValueOnce(full)
  const { giveUp } = ballast(true)
  expect(await openWithRoom(open, { giveUp })).toBe('node')
  expect([open.mock.calls.length, giveUp.mock.calls.length]).toEqual([2, 1])
})

it.each([[true, 2], [false, 1]])('says that the disk is full, and what to do, when that does not help (ballast: %s)', async (there, opened) => {
  const open = vi.fn(async () => { throw full })
  const err = await openWithRoom(open, ballast(there)).catch((err: Error) => err)
  expect(err).toMatchObject({ name: 'StorageFullError', cause: full, message: expect.stringMatching(/disk is full: free some space.*still there.*Internal error/) })
  expect(open).toHaveBeenCalledTimes(opened)
})

it('leaves what has another reason as it is', async () => {
  const newer = new DOMException('the repo was written by a newer version of this code', 'VersionError')
  const { giveUp } = ballast(true)
  await expect(openWithRoom(async () => { throw newer }, { giveUp })).rejects.toBe(newer)
  expect(giveUp).not.toHaveBeenCalled()
})
