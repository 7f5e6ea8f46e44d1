import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageLink } from '../../webrtc/shim/page-link.ts'
import { offerWebRtc } from './offer-webrtc.ts'

/** Messages that the worker received. */
let posted: Array<{ type: string; isBack?: true; port?: MessagePort }>
let container: EventTarget
let page: EventTarget
let links: PageLink[]

beforeEach(() => {
  posted = []
  links = []
  page = new EventTarget()
  const worker = {
    scriptURL: '/sw.js',
    postMessage: ({ type, isBack }: { type: string; isBack?: true }, [port]: MessagePort[] = []) => {
      posted.push({ type, isBack, port })
    }
  }
  container = Object.assign(new EventTarget(), { controller: worker, startMessages () {} })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
  vi.stubGlobal('RTCPeerConnection', class {})
})

afterEach(() => {
  links.forEach((link) => {
    link.close()
  })
  vi.unstubAllGlobals()
})

function want (): PageLink {
  container.dispatchEvent(
    Object.assign(new Event('message'), {
      data: { type: 'webrtc-wanted' },
      source: {
        scriptURL: '/sw.js',
        postMessage: (container as unknown as { controller: { postMessage: () => void } }).controller.postMessage
      }
    })
  )
  const link = new PageLink(posted.filter(({ port }) => port != null).at(-1)!.port!)
  links.push(link)
  return link
}

test('a page announces itself, sends a port on request, and releases connections while it is frozen', async () => {
  offerWebRtc()
  offerWebRtc()
  expect(posted.map(({ type, port }) => [type, port])).toEqual([['webrtc-page', undefined]])

  // Asked twice: the worker keeps one, and closes the other one itself.
  const [first, second] = [want(), want()]
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  expect([first.open, second.open]).toEqual([true, true])

  page.dispatchEvent(new Event('freeze'))
  await vi.waitFor(() => {
    expect([first.open, second.open]).toEqual([false, false])
  })

  const before = posted.filter(({ port }) => port != null).length
  container.dispatchEvent(
    Object.assign(new Event('message'), { data: { type: 'webrtc-wanted' }, source: { scriptURL: '/sw.js' } })
  )
  expect(posted.filter(({ port }) => port != null)).toHaveLength(before)

  const said = posted.filter(({ type, port }) => type === 'webrtc-page' && port == null).length
  page.dispatchEvent(new Event('resume'))
  expect(posted.filter(({ type, port }) => type === 'webrtc-page' && port == null)).toHaveLength(said + 1)
  expect(want().open).toBe(true)

  // The machine has slept, and is online again.
  const backs = (): number => posted.filter(({ isBack }) => isBack === true).length
  expect(backs()).toBe(1)
  page.dispatchEvent(new Event('online'))
  expect(backs()).toBe(2)
})

test(
  'restarts a worker that ended silently, with a delay if it ends again, but not one that closed the port',
  async () => {
    vi.resetModules() // another page
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

    try {
      ;(await import('./offer-webrtc.ts')).offerWebRtc()
      const said = (): number => posted.filter(({ type, port }) => type === 'webrtc-page' && port == null).length
      const until = async (count: number): Promise<void> => {
        while (said() < count) {
          await new Promise((resolve) => {
            setImmediate(resolve)
          })
        }
      }
      expect(said()).toBe(1)
      want().close()
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      expect(said()).toBe(1)

      const end = (): void => {
        want()
        posted.at(-1)?.port?.close()
      }

      end()
      await until(2)
      end()
      // The page receives the event later, and sets the timer then.
      while (vi.getTimerCount() === 0) {
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
      }
      await vi.advanceTimersByTimeAsync(29_000)
      expect(said()).toBe(2)
      await vi.advanceTimersByTimeAsync(1000)
      expect(said()).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  }
)
