import { afterEach, expect, it, vi } from 'vitest'
import { filesRun } from '../../scripts/measure/files-run.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { LazyNode } from '../node/lazy-node.ts'
import { ServiceStarter } from '../node/service-starter.ts'
import { VisitedSites } from '../storage/visited-sites.ts'
import { fetchHandler } from './fetch-events.ts'

const ORIGIN = 'http://node.localhost'

afterEach(() => {
  vi.unstubAllGlobals()
})

// The limit keeps the code on the way of a request in few files, as in scripts/measure/files-run.test.ts.
it('answers a fetch event with at most 15 files of the worker', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Chrome' })
  vi.stubGlobal('location', new URL(ORIGIN))
  vi.stubGlobal('caches', { match: async () => undefined })

  const node = await TestNode.start()
  const lazy = new LazyNode(async () => node.node)
  const scope = {
    location: new URL(ORIGIN),
    registration: { scope: `${ORIGIN}/` },
    addEventListener: () => {},
    clients: { get: async () => undefined, matchAll: async () => [] }
  } as unknown as ServiceWorkerGlobalScope
  const visited = new VisitedSites({ open: () => Promise.reject(new Error('no cache')) } as never)
  const answer = fetchHandler(
    scope,
    { version: 'test' },
    { lazy, services: new ServiceStarter(lazy) },
    { visited, language: async () => undefined }
  )

  const add = async (text: string): Promise<string> => {
    const body = new FormData()
    body.append('file', new Blob([text]), 'a.txt')
    const { lines } = await node.rpc('add?pin=false&cid-version=1&wrap-with-directory=true', { body })
    return (lines.at(-1) as { Hash: string }).Hash
  }

  const load = async (folder: string): Promise<string | undefined> => {
    const waiting: Array<Promise<unknown>> = []
    const response = await answer({
      request: new Request(`${ORIGIN}/ipfs/${folder}/a.txt`),
      clientId: '',
      waitUntil: (work) => {
        waiting.push(work)
      }
    })
    const text = await response?.text()
    await Promise.all(waiting)
    return text
  }

  expect(await load(await add('first'))).toBe('first')
  const folder = await add('second')
  const files = await filesRun(async () => {
    expect(await load(folder)).toBe('second')
  }, 'sw')
  expect(files).toContain('sw/requests/answer-fetch.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(15)
})
