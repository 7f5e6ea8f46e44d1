import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { Slots } from '../../async/locks/slots.ts'
import { testBlocks } from '../../testing/store/store-fixtures.ts'
import type { SourceError } from '../http/source-error.ts'
import { HttpSource } from './http-source.ts'
import { SourceState } from './source-state.ts'

const { signal } = new AbortController()
const [{ cid }] = testBlocks(1, 10)

/** The record of a source that was asked once, and failed. */
async function asked (url: string, { hadBlocks = false } = {}): Promise<SourceState> {
  const record = new SourceState(new HttpSource({ url, role: 'gateway', slots: new Slots(4), maxAtOnce: 4 }), false)
  if (hadBlocks) {
    record.succeeded()
  }
  await record.source.ask(cid, { signal, maxBytes: 1000, verify: async () => {} }).catch((err: SourceError) => {
    record.failed(err)
  })
  return record
}

it('retries an unreachable source at once, and backs off from one that is busy or had blocks', async () => {
  const server = createServer((_, res) => {
    res.writeHead(429, { 'Retry-After': '7' }).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await asked(url)).waitMs).toBeGreaterThan(5000)
  await new Promise((resolve) => {
    server.close(resolve)
  })

  expect((await asked(url)).waitMs).toBe(0)
  expect((await asked(url, { hadBlocks: true })).waitMs).toBeGreaterThan(0)
})
