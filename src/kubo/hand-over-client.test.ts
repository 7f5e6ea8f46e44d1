import { afterEach, expect, it, vi } from 'vitest'
import { HandOverClient } from './hand-over-client.ts'

const ORIGIN = 'http://app.test'
const { handOver } = vi.hoisted(() => ({ handOver: vi.fn<(target: string, options: object) => Promise<unknown>>() }))

vi.mock('../client/rpc/rpc.ts', async (original) => ({ ...await original<object>(), handOver }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function clientOf (url: string, headers?: Record<string, string>): { http: HandOverClient; sent: typeof fetch } {
  const sent = vi.fn<typeof fetch>(async () => Response.json({ Key: 'by form' }))
  vi.stubGlobal('location', { origin: ORIGIN, protocol: 'http:', hostname: 'app.test', port: '' })
  vi.stubGlobal('fetch', sent)
  return {
    http: new HandOverClient({ url: `${url}/api/v0`, agent: {} as never, ...headers == null ? {} : { headers } }),
    sent
  }
}

function form (): FormData {
  const body = new FormData()
  body.set('file', new Blob(['hi']), 'a')
  return body
}

it('passes the files of a form to the worker, and reads its lines', async () => {
  const { http } = clientOf(ORIGIN)
  handOver.mockImplementation(async () => new Response('{"Name":"a"}\n{"Name":"b"}\n'))
  const answer = await http.post('add', { body: form(), searchParams: new URLSearchParams({ cidVersion: '1' }) })
  const lines: unknown[] = []

  for await (const line of answer.ndjson()) {
    lines.push(line)
  }

  expect(lines).toEqual([{ Name: 'a' }, { Name: 'b' }])
  expect(handOver).toHaveBeenCalledWith('add?cid-version=1', {
    files: [expect.objectContaining({ path: 'a' })],
    signal: undefined
  })
})

it('throws the error of the node', async () => {
  const { http } = clientOf(ORIGIN)
  handOver.mockImplementation(async () =>
    Response.json({ Message: 'no room', Code: 0, Type: 'error' }, { status: 500 })
  )

  await expect(http.post('block/put', { body: form() })).rejects.toThrow('no room')
})

it.each([
  ['to another origin', 'http://other.test', undefined],
  ['with headers of the caller', ORIGIN, { Authorization: 'Bearer x' }]
])('sends a form %s', async (_, url, headers) => {
  const { http } = clientOf(url, headers)
  await http.post('block/put', { body: form() }).catch(() => {}) // what fetch answers is not looked at

  expect(handOver).not.toHaveBeenCalled()
})
