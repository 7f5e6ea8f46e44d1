import { afterEach, describe, expect, test } from 'vitest'
import { root } from '../../commands/root.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { TestNode } from '../../testing/test-node.ts'
import { rpcApp } from './rpc-app.ts'

const running: TestNode[] = []

afterEach(async () => {
  await Promise.all(
    running.splice(0).map(async ({ node }) => {
      await node.stop()
    })
  )
})

async function get ({ node }: TestNode, path: string): Promise<Response> {
  return await rpcApp(node, root, () => 5001)(new Request(`http://node${path}`), undefined, path)
}

/** Parses metrics by name and labels, and checks that each has its type. */
async function metrics (node: TestNode): Promise<Record<string, number>> {
  const response = await get(node, '/debug/metrics/prometheus')
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8; escaping=underscores')
  const lines = (await response.text()).trim().split('\n')
  const typed = lines.flatMap((line) => /^# TYPE (\S+) (?:counter|gauge)$/.exec(line)?.[1] ?? [])
  const samples = lines.filter((line) => !line.startsWith('#')).map((line) =>
    /^((\w+)(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})?) (\S+)$/.exec(line)!
  )
  expect(samples.every(([, , name]) => typed.includes(name))).toBe(true)
  return Object.fromEntries(samples.map(([, key, , value]) => [key, Number(value)]))
}

describe('/debug', () => {
  test('metrics show the process, peers, connections and blocks of the node', async () => {
    const [here, there] = await Promise.all([startSwarmNode(), startSwarmNode()])
    running.push(here, there)
    expect(await metrics(here)).toMatchObject({
      'ipfs_info{commit="",version="0.40.0"}': 1,
      ipfs_bitswap_wantlist_total: 0,
      process_resident_memory_bytes: expect.any(Number) as number
    })
    await here.rpc(`swarm/connect?arg=${there.addresses.find((address) => !address.includes('/ws'))}`)
    const form = new FormData()
    form.append('data', new Blob(['hello']), 'd')
    const { Key } = (await there.rpc('block/put', { body: form })).lines[0] as { Key: string }
    expect((await here.rpc(`block/get?arg=${Key}&timeout=30s`)).text).toBe('hello')
    const after = await metrics(here)
    expect(after).toMatchObject({
      'ipfs_p2p_peers_total{transport="/ip4/tcp"}': 1,
      'libp2p_rcmgr_connections{dir="outbound",scope="system"}': 1,
      swipfs_blocks_received_total: 1,
      swipfs_blocks_received_bytes_total: 5
    })
    expect(after.swipfs_network_received_bytes_total).toBeGreaterThan(0)
    expect(after.process_start_time_seconds).toBeLessThan(Date.now() / 1000)
  })

  test('variables have the memory under the names of Go too', async () => {
    const node = await TestNode.start()
    running.push(node)
    const response = await get(node, '/debug/vars')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const { memory, memstats } = await response.json() as Record<'memory' | 'memstats', Record<string, number>>
    expect(memstats.HeapAlloc).toBeGreaterThan(0)
    expect(memstats.Sys).toBe(memory.rss)
  })

  test.each([
    '/debug/pprof/',
    '/debug/pprof/profile?seconds=1',
    '/debug/pprof/heap',
    '/debug/pprof-mutex/?fraction=1',
    '/debug/pprof-block/',
    '/debug/stack'
  ])('%s refers to diag/profile', async (path) => {
    const node = await TestNode.start()
    running.push(node)
    const response = await get(node, path)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([501, 'text/plain; charset=utf-8'])
    expect(await response.text()).toContain('/api/v0/diag/profile')
  })

  test.each(['/debug', '/debug/x', '/debug/pprofile'])('there is no %s', async (path) => {
    const node = await TestNode.start()
    running.push(node)
    expect((await get(node, path)).status).toBe(404)
  })
})
