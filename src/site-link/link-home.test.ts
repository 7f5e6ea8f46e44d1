import { afterEach, expect, it, vi } from 'vitest'
import { linkHome } from './link-home.ts'

const openHome = vi.hoisted(() => vi.fn(async () => new MessageChannel().port1))
vi.mock('./open-home.ts', () => ({ openHome }))
vi.stubGlobal('navigator', {
  locks: {
    request: async (_name: string, _options: object, work: () => Promise<void>) => {
      await work()
    }
  }
})

type Answer = 'connected' | 'ended' | 'home ended' | { error: string }

/** Makes a worker of a site that answers one attempt after the other, and has no port yet. */
function worker (...answers: Answer[]): { worker: ServiceWorker; messages: string[] } {
  const messages: string[] = []

  return {
    messages,
    worker: {
      postMessage ({ type }: { type: string }, ports: MessagePort[] = []) {
        messages.push(type)
        const port = ports.at(-1)

        if (type === 'swipfs-home-known') {
          port?.postMessage({ type, open: false })
          return
        }

        const answer = type === 'swipfs-home-port' ? answers.shift() : undefined

        if (answer === 'ended') {
          port?.close()
        } else if (answer === 'home ended') {
          port?.postMessage({ type, error: 'the other end of the port is gone', hasEnded: true })
        } else if (answer != null) {
          port?.postMessage({ type, ...answer === 'connected' ? {} : answer })
        }
      }
    } as unknown as ServiceWorker
  }
}

afterEach(() => {
  openHome.mockClear()
})

it('connects again if the worker of the site, or that of the home, ends meanwhile', async () => {
  await linkHome('http://node.localhost', worker('ended', 'home ended', 'connected').worker)
  expect(openHome).toHaveBeenCalledTimes(3)
})

it('gives up on workers that end at each attempt', async () => {
  await expect(linkHome('http://node.localhost', worker('ended', 'ended', 'ended').worker)).rejects.toThrow('ended')
  expect(openHome).toHaveBeenCalledTimes(3)
})

it('does not repeat an attempt that failed for another reason', async () => {
  await expect(linkHome('http://node.localhost', worker({ error: 'the disk is full' }).worker)).rejects.toThrow(
    'the disk is full'
  )
  openHome.mockRejectedValueOnce(new Error('its address does not answer'))
  const { worker: site, messages } = worker()
  await expect(linkHome('http://node.localhost', site)).rejects.toThrow('its address does not answer')
  expect(messages).toContain('swipfs-home-away')
  expect(openHome).toHaveBeenCalledTimes(2)
})
