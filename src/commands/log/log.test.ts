import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { handleGateway } from '../../gateway/handler/handler.ts'
import { localGateway } from '../../gateway/local/local-gateway.ts'
import { cborNode, putBlocks, rawLeaf } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
let node: TestNode

/** Returns the sources of all modules of some folders, without tests. */
function sources (...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(ROOT, folder, path), 'utf8'))
  )
}

beforeEach(async () => {
  node = await TestNode.start()
})

/** Opens a tail, does some work, and returns the received lines without their times. */
async function tailed (query: string, work: () => Promise<unknown>): Promise<unknown[]> {
  const controller = new AbortController()
  const response = await node.open(`log/tail${query}`, { signal: controller.signal })
  expect(response.headers.get('x-stream-output')).toBe('1')
  const text = response.text()
  await work()
  controller.abort()
  return (await text).split('\n').filter((line) => line !== '').map((line) => ({
    ...JSON.parse(line) as object,
    ts: undefined
  }))
}

test('a tail sends its head before any record, and its end is not an error', async () => {
  expect(await tailed('', async () => {})).toEqual([])
  expect(await node.rpc('log/tail?timeout=20ms')).toMatchObject({ status: 200, text: '', trailer: undefined })
})

test('a tail shows requests without their arguments, and their errors', async () => {
  await node.rpc('log/level?arg=all&arg=debug')
  const lines = await tailed('', async () => {
    await node.rpc('config?arg=No.Such.secret')
  })
  expect(lines).toContainEqual({ level: 'debug', logger: 'cmds/http', msg: 'incoming API request: /config' })
  expect(lines).toContainEqual({
    level: 'info',
    logger: 'core/commands',
    msg: expect.stringMatching(/^config: failed to get config value/)
  })
})

test('a tail shows failures after the first byte', async () => {
  await node.rpc('log/level?arg=core/commands&arg=info')
  const root = cborNode('x', [rawLeaf('missing').cid])
  await putBlocks(node.node.blockstore, [root])
  const lines = await tailed('', async () => {
    await node.rpc(`dag/export?arg=${root.cid}`)
  })
  expect(lines).toMatchObject([{ logger: 'core/commands', msg: expect.stringMatching(/^dag\/export: /) }])
})

test('a tail shows garbage collections and the gateway, from a level on', async () => {
  await node.rpc('log/level?arg=*&arg=debug')
  await putBlocks(node.node.blockstore, [rawLeaf('free')])

  const lines = await tailed('?log-level=info', async () => {
    await node.rpc('repo/gc')
    await (await handleGateway(new Request(`http://node/ipfs/${rawLeaf('missing').cid}`), localGateway(node.node)))
      .text()
  })

  expect(lines).toMatchObject([
    { level: 'info', logger: 'gc', msg: 'collecting garbage' },
    { level: 'info', logger: 'gc', msg: 'garbage collected', removed: 1 },
    { level: 'info', logger: 'boxo/gateway', msg: expect.stringMatching(/^\/ipfs\/bafk/) }
  ])
})

test('subsystems are listed, and have the level that was set', async () => {
  expect((await node.rpc('log/ls')).lines).toMatchObject([{
    Strings: expect.arrayContaining(['cmds/http', 'core', 'gc'])
  }])
  await node.rpc('log/level?arg=gc&arg=DEBUG')
  expect((await node.rpc('log/level?arg=gc')).lines).toEqual([{ Levels: { gc: 'debug' } }])
  expect((await node.rpc('log/level?arg=gc&encoding=text')).text).toBe('debug\n')
  expect((await node.rpc('log/level')).lines).toEqual([{ Levels: { '': 'error' } }])
  expect((await node.rpc('log/level?arg=all&encoding=text')).text).toMatch(/^\(default\): error\n.*\ngc: debug\n/s)
  expect((await node.rpc('log/level?arg=none')).lines).toMatchObject([{ Message: 'error: No such logger' }])
})

test('every subsystem that logs is listed from the start, with a level', async () => {
  const used = new Set(
    sources('src').flatMap((text) => [...text.matchAll(/\.logger\('([^']+)'\)/g)].map(([, name]) => name))
  )
  const { lines: [{ Strings }] } = await node.rpc('log/ls') as unknown as { lines: [{ Strings: string[] }] }
  expect(Strings).toEqual([...Strings].sort())
  expect(Strings).toEqual(
    expect.arrayContaining([...used, 'bitswap', 'dht', 'mfs', 'net/identify', 'pin', 'pubsub', 'swarm2'])
  )

  for (const name of Strings) {
    expect((await node.rpc(`log/level?arg=${name}`)).lines).toEqual([{ Levels: { [name]: 'error' } }])
  }
})

test('a failing service is logged', async () => {
  const app = await TestNode.start({
    services: [() => ({
      name: 'lame',
      start: async () => {
        throw new Error('no leg')
      }
    })]
  })
  await app.node.services.start()
  expect(app.node.logs.recent()).toMatchObject([{
    level: 'error',
    logger: 'services',
    msg: 'could not start or stop: no leg',
    fields: { service: 'lame' }
  }])
})
