import { expect, it, vi } from 'vitest'
import { abortableResponse } from './abortable-response.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Makes a body of one chunk that does not end. */
function endless (cancel = vi.fn()): Response {
  return new Response(
    new ReadableStream({
      start (controller) {
        controller.enqueue(bytes('start'))
      },
      cancel
    }),
    { status: 206, headers: { 'X-Own': '1' } }
  )
}

it('passes the response on, and appends a tail to a body that ended normally', async () => {
  const ended = vi.fn()
  const { response } = abortableResponse(new Response('body', { status: 201 }), { ended, tail: bytes('!') })
  expect([response.status, await response.text()]).toEqual([201, 'body!'])
  expect(ended.mock.calls).toEqual([[undefined]])
})

it('breaks a body that is not being read', async () => {
  const ended = vi.fn()
  const cancel = vi.fn()
  const { response, cut } = abortableResponse(endless(cancel), { ended, tail: bytes('!') })
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('start')
  const error = new Error('cut')
  cut(error)
  await expect(reader.read()).rejects.toBe(error)
  await vi.waitFor(() => {
    expect(ended.mock.calls).toEqual([[error]])
  })
  expect(cancel).toHaveBeenCalledWith(error)
})

it('reports how a broken or cancelled body ended', async () => {
  const ended = vi.fn()
  const broken = new Error('broken')
  const { response } = abortableResponse(
    new Response(
      new ReadableStream({
        pull () {
          throw broken
        }
      })
    ),
    { ended }
  )
  await expect(response.text()).rejects.toBe(broken)
  expect(ended.mock.calls).toEqual([[broken]])

  const left = vi.fn()
  const { response: other, cut } = abortableResponse(endless(), { ended: left })
  await other.body!.cancel()
  cut(new Error('too late'))
  expect(left.mock.calls).toEqual([[expect.objectContaining({ name: 'AbortError' })]])
})
