import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebRtcPages } from './webrtc-pages.ts'

interface Page {
  port: MessagePort
  heard: string[]
}

let pages: WebRtcPages
let opened: Page[]
/** The answer of the pages. */
let answer: () => number
/** The page that was not asked, in each request. */
let excepted: Array<string | undefined>

beforeEach(() => {
  opened = []
  answer = () => 0
  excepted = []
  pages = new WebRtcPages({
    ask: async (except) => {
      excepted.push(except)
      return answer()
    }
  })
})

afterEach(() => {
  pages.release()
  opened.forEach(({ port }) => {
    port.close()
  })
})

/** A page offers itself. */
function offer (isShown = true, id?: string): Page {
  const { port1, port2 } = new MessageChannel()
  const page: Page = { port: port1, heard: [] }
  port1.onmessage = ({ data }) => {
    page.heard.push((data as { type: string }).type)
  }
  opened.push(page)
  pages.offer(port2, { isShown, id })
  return page
}

async function refused (page: Page): Promise<void> {
  await vi.waitFor(() => {
    expect(page.heard).toEqual(['bye'])
  })
}

test('without a page the error names the missing page', async () => {
  await expect(pages.get()).rejects.toMatchObject({
    name: 'NoPageError',
    message: 'WebRTC needs an open page of this origin'
  })

  answer = () => 2 // pages of this origin that know nothing of it
  vi.useFakeTimers()
  const none = expect(pages.get()).rejects.toMatchObject({ name: 'NoPageError' })
  await vi.advanceTimersByTimeAsync(5000)
  await none
  vi.useRealTimers()
})

test('no page is used before it is needed', async () => {
  expect(pages.isWanted).toBe(false)
  await refused(offer())
  expect(pages.isOpen).toBe(false)
})

test('a visible page is preferred, in any order of answers', async () => {
  let hidden: Page | undefined
  answer = () => {
    queueMicrotask(() => {
      hidden = offer(false)
      queueMicrotask(() => {
        offer(true)
      })
    })
    return 2
  }
  const link = await pages.get()
  expect(link.open).toBe(true)
  await refused(hidden!)
  expect(opened[1]!.heard).toEqual([])
  expect(await pages.get()).toBe(link)
})

test('without a visible page the first one to answer is used', async () => {
  answer = () => {
    queueMicrotask(() => {
      offer(false)
      offer(false)
    })
    return 2
  }
  expect((await pages.get()).open).toBe(true)
  await refused(opened[1]!)
})

test('concurrent callers get the same page, which is requested once', async () => {
  let asked = 0
  answer = () => {
    asked++
    queueMicrotask(() => {
      offer()
    })
    return 1
  }
  const [one, other] = await Promise.all([pages.get(), pages.get()])
  expect(one).toBe(other)
  expect(asked).toBe(1)
})

test('another page takes over when one closes, and watchers are notified of both', async () => {
  answer = () => {
    queueMicrotask(() => {
      offer()
    })
    return 1
  }
  const first = await pages.get()
  const news: string[] = []
  pages.watch({
    gone: () => {
      news.push('gone')
    },
    came: () => {
      news.push('came')
    }
  })
  opened[0]!.port.postMessage({ type: 'bye' })
  await vi.waitFor(() => {
    expect(news).toEqual(['gone', 'came'])
  })
  expect(first.open).toBe(false)
  expect((await pages.get()).open).toBe(true)
})

test('after the last page has closed the next one is used', async () => {
  answer = () => {
    queueMicrotask(() => {
      offer()
    })
    return 1
  }
  const first = await pages.get()
  answer = () => 0
  opened[0]!.port.postMessage({ type: 'bye' })
  await vi.waitFor(() => {
    expect(first.open).toBe(false)
  })
  await expect(pages.get()).rejects.toMatchObject({ name: 'NoPageError' })
  expect(pages.isWanted).toBe(true)
  offer(false)
  expect(pages.isOpen).toBe(true)
})

test('a page that left is not asked, until it offers itself again', async () => {
  answer = () => {
    queueMicrotask(() => {
      offer(true, 'first')
    })
    return 1
  }
  const first = await pages.get()
  answer = () => 0
  opened[0]!.port.postMessage({ type: 'bye' })
  await vi.waitFor(() => {
    expect(first.open).toBe(false)
  })
  await expect(pages.get()).rejects.toMatchObject({ name: 'NoPageError' })
  expect([excepted[0], ...new Set(excepted.slice(1))]).toEqual([undefined, 'first'])

  offer(true, 'first')
  const again = await pages.get()
  expect(again.open).toBe(true)
  // The worker closes the link, so the page is still there.
  again.close()
  await expect(pages.get()).rejects.toMatchObject({ name: 'NoPageError' })
  expect(excepted.at(-1)).toBeUndefined()
})
