import { describe, expect, test } from 'vitest'
import { Logs } from '../log/logs.ts'
import { startServer } from '../testing/http/http-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'
import type { TestNodeInit } from '../testing/test-node.ts'
import { announceToNetwork } from './maintenance/announce-to-network.ts'

const EMPTY = 'bafkqaaa'

async function start (init: TestNodeInit = {}): Promise<{ node: TestNode; lines: (logger: string) => string[] }> {
  const logs = new Logs()
  logs.setLevel('*', 'debug')
  const node = await TestNode.start({ ...init, logs })
  return {
    node,
    lines: (logger) =>
      logs.recent().filter((record) => record.logger === logger).map(({ level, msg }) => `${level} ${msg}`)
  }
}

describe('subsystems log what they do', () => {
  test('names: published, resolved, not resolved', async () => {
    const { node, lines } = await start()
    const [{ Name }] = (await node.rpc(`name/publish?arg=/ipfs/${EMPTY}&allow-offline=true`)).lines as [
      { Name: string }
    ]
    await node.rpc(`name/resolve?arg=${Name}`)
    await node.rpc('name/resolve?arg=nowhere.test')
    expect(lines('namesys')).toContain('debug resolved')
    expect(lines('namesys')).toContain('info not resolved')
  })

  test('pins and jobs', async () => {
    const { node, lines } = await start()
    await node.rpc(`pin/add?arg=${EMPTY}`)
    expect(lines('pin')).toEqual(
      expect.arrayContaining(['debug a job has begun', 'debug pins were written', 'debug a job has ended'])
    )
  })

  test('provider: rounds that end well and early', async () => {
    let status = 200
    const router = await startServer(async (request, response) => {
      for await (const _ of request) {
      } // the announcement
      response.writeHead(status).end(
        '{"ProvideResults":[{"Schema":"bitswap","Protocol":"transport-bitswap","AdvisoryTTL":1}]}'
      )
    })
    const { node, lines } = await start({
      online: true,
      delegatedRouting: { auto: false },
      providing: announceToNetwork,
      config: {
        'Routing.Type': 'custom',
        'Routing.Routers': { r: { Type: 'http', Parameters: { Endpoint: router.url } } },
        'Routing.Methods': { provide: { RouterName: 'r' } }
      }
    })
    const rounds = (): string[] => lines('provider').filter((line) => line.includes('reprovid'))
    await node.rpc('routing/reprovide')
    expect(rounds()).toEqual(['info reproviding', 'info reprovided'])
    status = 500
    await node.rpc('routing/reprovide')
    expect(rounds().slice(2)).toEqual(['info reproviding', 'info a reprovide has ended early'])
    await node.node.stop()
    await router.close()
  })

  test('garbage collection', async () => {
    const { node, lines } = await start()
    await node.rpc('repo/gc')
    expect(lines('gc')).toEqual(['info collecting garbage', 'info garbage collected'])
  })

  test('nothing at the default level', async () => {
    const logs = new Logs()
    const node = await TestNode.start({ logs })
    await node.rpc(`pin/add?arg=${EMPTY}`)
    await node.rpc('repo/gc')
    expect(logs.recent()).toEqual([])
  })
})
