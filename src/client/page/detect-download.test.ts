import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { detectDownload, savedAfterMs } from './detect-download.ts'

function headers (type: string, disposition?: string): Headers {
  return new Headers({ 'Content-Type': type, ...(disposition == null ? {} : { 'Content-Disposition': disposition }) })
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a response', () => {
  it.each([
    'application/zip',
    'application/octet-stream',
    'application/vnd.ipld.car; version=1',
    'application/x-tar',
    'application/vnd.ipld.raw',
    'application/epub+zip',
    'font/woff2'
  ])('of type %s is saved', (type) => {
    expect(savedAfterMs(headers(type))).toBe(2000)
  })

  it.each([
    'text/plain',
    'text/csv',
    'image/png',
    'image/tiff',
    'audio/mpeg',
    'video/x-matroska',
    'application/json',
    'application/vnd.ipld.dag-json+json',
    'application/pdf; x=y'
  ])('of type %s is saved if it is not displayed for a while', (type) => {
    expect(savedAfterMs(headers(type))).toBe(6000)
    expect(savedAfterMs(headers(type, 'inline; filename="attachment"'))).toBe(6000)
  })

  it.each([
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'application/rss+xml; charset=utf-8'
  ])('of type %s is only saved as an attachment', (type) => {
    expect(savedAfterMs(headers(type))).toBeUndefined()
    expect(savedAfterMs(headers(type, 'attachment; filename="a"'))).toBe(2000)
  })
})

describe('a navigation', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  async function decide (answer: Response | Error): Promise<boolean> {
    const fetch = vi.fn(async () => {
      if (answer instanceof Error) {
        throw answer
      }
      return answer
    })
    vi.stubGlobal('fetch', fetch)
    const decided = detectDownload('http://site/f.zip')
    await vi.runAllTimersAsync()
    expect(fetch.mock.calls).toEqual([['http://site/f.zip', { method: 'HEAD' }]])
    return await decided
  }

  it('becomes a download if the worker says that its answer is saved', async () => {
    expect(await decide(new Response(null, { headers: headers('application/zip') }))).toBe(true)
    expect(await decide(new Response(null, { headers: headers('text/csv') }))).toBe(true)
  })

  it('does not for documents, errors, and a missing answer', async () => {
    expect(await decide(new Response(null, { headers: headers('text/html') }))).toBe(false)
    expect(await decide(new Response(null, { status: 504, headers: headers('application/zip') }))).toBe(false)
    expect(await decide(new TypeError('failed'))).toBe(false)
  })
})
