import { afterEach, expect, it, vi } from 'vitest'
import { acquireLock } from '../../src/store/database/web-lock.ts'
import { fakeLocks } from '../../src/testing/store/store-fixtures.ts'
import { onRepoRequested, openWithHandover } from './repo-handover.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('asks the holder of the repo until it is released, even if it was busy first', async () => {
  const holder = new BroadcastChannel('swipfs-repo-turns')
  let asked = 0

  const opened = await openWithHandover(async () =>
    await new Promise<string>((resolve) => {
      holder.onmessage = ({ data }) => {
        expect(data).toEqual({ type: 'repo-wanted' })
        if (++asked === 2) {
          resolve('open')
        }
      }
    })
  )

  expect(opened).toBe('open')
  holder.onmessage = () => {
    asked++
  }
  holder.close()
})

it('reports a holder that stays busy, and opens the repo for a later request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const locks = fakeLocks()
  const release = await acquireLock(locks, 'busy-repo')
  const open = async (): Promise<() => void> =>
    await openWithHandover(async (signal) => await acquireLock(locks, 'busy-repo', signal))

  const refused = expect(open()).rejects.toMatchObject({
    name: 'RepoBusyError',
    message: expect.stringContaining('another app of this origin is using the repo')
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused

  const opened = open()
  release()
  ;(await opened)()
})

it('notifies a holder that another worker waits, and of nothing else', async () => {
  const wanted = vi.fn()
  onRepoRequested(wanted)
  const other = new BroadcastChannel('swipfs-repo-turns')
  other.postMessage({ type: 'something' })
  other.postMessage({ type: 'repo-wanted' })
  await vi.waitFor(() => {
    expect(wanted).toHaveBeenCalledTimes(1)
  })
  other.close()
})
