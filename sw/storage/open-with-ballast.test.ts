import { expect, it, vi } from 'vitest'
import { openWithBallast } from './open-with-ballast.ts'

const full = new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')

const noWait = async (): Promise<void> => {}

function ballast (there: boolean): { giveUp: ReturnType<typeof vi.fn<() => Promise<boolean>>>; isRoomComing: boolean } {
  return { giveUp: vi.fn(async () => there), isRoomComing: there }
}

it('releases the ballast if the disk has no room to open, and then opens', async () => {
  const open = vi.fn(async () => 'node').mockRejectedValueOnce(full)
  const kept = ballast(true)
  expect(await openWithBallast(open, kept, noWait)).toBe('node')
  expect([open.mock.calls.length, kept.giveUp.mock.calls.length]).toEqual([2, 1])
})

it('retries while the released space may become available', async () => {
  const open = vi.fn(async () => 'node').mockRejectedValueOnce(full).mockRejectedValueOnce(full).mockRejectedValueOnce(
    full
  )
  const waits: number[] = []
  expect(
    await openWithBallast(open, ballast(true), async (ms) => {
      waits.push(ms)
    })
  ).toBe('node')
  expect(waits).toEqual([0, 250, 750])
})

it.each([[true, 6], [false, 1]])(
  'reports a full disk and the remedy if that does not help (ballast: %s)',
  async (there, opened) => {
    const open = vi.fn(async () => {
      throw full
    })
    const err = await openWithBallast(open, ballast(there), noWait).catch((err: Error) => err)
    expect(err).toMatchObject({
      name: 'StorageFullError',
      cause: full,
      message: expect.stringMatching(/disk is full: free some space.*still there.*Internal error/)
    })
    expect(open).toHaveBeenCalledTimes(opened)
  }
)

it('rethrows other errors unchanged', async () => {
  const newer = new DOMException('the repo was written by a newer version of this code', 'VersionError')
  const kept = ballast(true)
  await expect(openWithBallast(async () => {
    throw newer
  }, kept)).rejects.toBe(newer)
  expect(kept.giveUp).not.toHaveBeenCalled()
})
