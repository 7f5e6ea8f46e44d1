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

interface Installing {
  container: ServiceWorkerContainer
  /** messages that the worker got */
  messages: string[]
  /** ends the fetch of the worker's script */
  find: () => void
}

/** Makes a registration that is being installed. */
function installing ({ isFetching = false }: { isFetching?: boolean } = {}): Installing {
  const messages: string[] = []
  const worker = {
    postMessage ({ type }: { type: string }, ports: MessagePort[]) {
      messages.push(type)
      ports.at(-1)?.postMessage({ type })
    }
  }
  const registration = Object.assign(new EventTarget(), {
    installing: isFetching ? null : worker,
    waiting: null,
    active: null
  })

  return {
    container: {
      getRegistration: async () => registration,
      ready: new Promise(() => {})
    } as unknown as ServiceWorkerContainer,
    messages,
    find: () => {
      registration.installing = worker
      registration.dispatchEvent(new Event('updatefound'))
    }
  }
}

it('passes a port of the home to a worker that is still being installed', async () => {
  const { container, messages } = installing()
  await linkDuringInstall(HOME, container)
  expect(messages).toEqual(['swipfs-home-port'])
})

it('waits for the script of the worker, if it is still being fetched', async () => {
  const { container, messages, find } = installing({ isFetching: true })
  const linked = linkDuringInstall(HOME, container)
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  expect(messages).toEqual([])
  find()
  await linked
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
