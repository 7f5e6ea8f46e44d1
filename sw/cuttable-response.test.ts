import { expect, it, vi } from 'vitest'
import { cuttableResponse } from './cuttable-response.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A body of one chunk that does not end. */
function endless (cancel = vi.fn()): Response {
  return new Response(new ReadableStream({ start (controller) { controller.enqueue(bytes('start')) }, cancel }), { status: 206, headers: { 'X-Own': '1' } })
}

it('passes the response on, and appends a tail to a body that ended well', async () => {
  const ended = vi.fn()
  const { response } = cuttableResponse(new Response('body', { status: 201 }), { ended, tail: bytes('!') })
  expect([response.status, await response.text()]).toEqual([201, 'body!'])
  expect(ended.mock.calls).toEqual([[undefined]])
})

it('breaks a body that nobody reads at the moment', async () => {
  const ended = vi.fn()
  const cancel = vi.fn()
  const { response, cut } = cuttableResponse(endless(cancel), { ended, tail: bytes('!') })
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('start')
  const error = new Error('cut')
  cut(error)
  await expect(reader.read()).rejects.toBe(error)
  await vi.waitFor(() => { expect(ended.mock.calls).toEqual([[error]]) })
  expect(cancel).toHaveBeenCalledWith(error)
})

it('says how a body ended that broke, or that was left', async () => {
  const ended = vi.fn()
  const broken = new Error('broken')
  const { response } = cuttableResponse(new Response(new ReadableStream({ pull () { throw broken } })), { ended })
  await expect(response.text()).rejects.toBe(broken)
  expect(ended.mock.calls).toEqual([[broken]])

  const left = vi.fn()
  const { response: other, cut } = cuttableResponse(endless(), { ended: left })
  await other.body!.cancel()
  cut(new Error('too late'))
  expect(left.mock.calls).toEqual([[expect.objectContaining({ name: 'AbortError' })]])
})
