import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadPage } from './reload-page.ts'

const done: string[] = []

function openPage (url: string, type: string): void {
  const { href, hash, pathname, search } = new URL(url)
  vi.stubGlobal('location', {
    href,
    hash,
    pathname,
    search,
    reload: () => {
      done.push('reload')
    },
    replace: (to: string) => {
      done.push(`replace ${to}`)
    }
  })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
}

beforeEach(() => {
  done.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('history', {
    state: { a: 1 },
    replaceState: (state: unknown, _: string, url: string) => {
      done.push(`state ${JSON.stringify(state)} ${url}`)
    }
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('replaces the history entry, so that a later reload restores no older document', () => {
  openPage('http://site/a?b', 'navigate')
  reloadPage()
  expect(done).toEqual(['replace http://site/a?b'])
})

it.each([['http://site/a#x', '/a?opening'], ['http://site/a?b#x', '/a?b&opening']])(
  'leaves %s from another URL to avoid a mere scroll; a download keeps the URL',
  (url, other) => {
    openPage(url, 'navigate')
    reloadPage()
    expect(done).toEqual([`state {"a":1} ${other}`, `replace ${url}`])
    vi.runAllTimers()
    expect(done.at(-1)).toBe(`state {"a":1} ${url}`)
  }
)

it.each(['reload', 'back_forward'])('keeps the state and scroll position of an entry reached by %s', (type) => {
  openPage('http://site/a#x', type)
  reloadPage()
  expect(done).toEqual(['reload'])
})

it('replaces the entry of a page restored from the back/forward cache, however it was reached first', () => {
  openPage('http://site/a', 'reload')
  reloadPage({ isRestored: true })
  expect(done).toEqual(['replace http://site/a'])
})
