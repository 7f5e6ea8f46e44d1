import { afterEach, expect, it, vi } from 'vitest'
import { linkDuringInstall } from './link-during-install.ts'

const HOME = 'http://node.localhost'
const openHome = vi.hoisted(() => vi.fn(async () => new MessageChannel().port1))
let isLockFree = true

vi.mock('./open-home.ts', () => ({ openHome }))
vi.stubGlobal('navigator', {
  locks: {
    request: async (_name: string, _options: object, work: (lock: object | null) => Promise<void>) => {
      await work(isLockFree ? {} : null)
    }
  }
})

afterEach(() => {
  isLockFree = true
  openHome.mockClear()
})

/** Returns a registration that is being installed, and the messages that its worker gets. */
function installing (): { container: ServiceWorkerContainer; messages: string[] } {
  const messages: string[] = []
  const worker = {
    postMessage ({ type }: { type: string }, ports: MessagePort[]) {
      messages.push(type)
      ports.at(-1)?.postMessage({ type })
    }
  }
  const registration = { installing: worker, waiting: null, active: null }
  return { container: { getRegistration: async () => registration } as unknown as ServiceWorkerContainer, messages }
}

it('passes a port of the home to a worker that is still being installed', async () => {
  const { container, messages } = installing()
  await linkDuringInstall(HOME, container)
  expect(messages).toEqual(['swipfs-home-port'])
})

it('leaves it to the tab that is doing it already', async () => {
  isLockFree = false
  const { container, messages } = installing()
  await linkDuringInstall(HOME, container)
  expect([messages, openHome.mock.calls.length]).toEqual([[], 0])
})

it('leaves failures to the connect page', async () => {
  openHome.mockRejectedValueOnce(new Error('its address does not answer'))
  const { container, messages } = installing()
  await linkDuringInstall(HOME, container)
  expect(messages).toEqual([])
})
