import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchDirect } from './fetch-direct.ts'

describe('fetchDirect', () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(url === '/moved' ? 302 : 200, url === '/moved' ? { Location: '/there' } : {}).end('text')
  })
  let origin = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterAll(() => {
    server.close()
  })

  it('fetches the body directly, and follows no redirect', async () => {
    expect(await (await fetchDirect(`${origin}/here`, {})).text()).toBe('text')
    await expect(fetchDirect(`${origin}/moved`, {})).rejects.toThrow(TypeError)
    expect(asked).toEqual(['/here', '/moved'])
  })
})
