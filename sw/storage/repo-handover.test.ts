import { expect, it, vi } from 'vitest'
import { onRepoRequested, openWithHandover } from './repo-handover.ts'

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
