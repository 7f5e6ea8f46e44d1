import { describe, expect, test } from 'vitest'
import { TCP_SOCKETS } from '../../node-adapter/network/tcp-sockets.ts'
import { TestNode } from '../../testing/test-node.ts'

const ON = { 'Experimental.Libp2pStreamMounting': true }
const PEER = '/p2p/12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
const OFFLINE = "this command must be run in online mode. Try running 'ipfs daemon' first"

async function message (node: TestNode, target: string): Promise<string> {
  return ((await node.rpc(target)).lines[0] as { Message: string }).Message
}

test.each([
  'p2p/ls',
  'p2p/close?all=true',
  'p2p/stream/ls',
  'p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1',
  `p2p/forward?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1&arg=${PEER}`
])('%s needs an online node', async (target) => {
  expect(await message(await TestNode.start({ config: ON }), target)).toBe(OFFLINE)
})

describe('an online node with stream mounting', async () => {
  const node = await TestNode.start({ config: ON, online: true, sockets: TCP_SOCKETS })

  test.each([
    ['/x/a&arg=/ip4/127.0.0.1', 'address does not contain tcp or udp protocol'],
    ['/x/a&arg=/ip4/127.0.0.1/tcp/0', 'port can not be 0'],
    ['/x/a&arg=', 'failed to parse multiaddr "": empty multiaddr'],
    ['a&arg=/ip4/127.0.0.1/tcp/1', "protocol name must be within '/x/' namespace"]
  ])('rejects listen %s and does not list it', async (args, text) => {
    expect(await message(node, `p2p/listen?arg=${args}`)).toBe(text)
    expect((await node.rpc('p2p/ls')).lines).toEqual([{ Listeners: null }])
  })

  test('closes matching listeners', async () => {
    await node.rpc('p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1')
    await node.rpc('p2p/listen?arg=/x/b&arg=/ip4/127.0.0.1/tcp/2')
    expect((await node.rpc('p2p/ls?encoding=text&headers=true')).text.split('\n').map((line) => line.split(' ')[0]))
      .toEqual(['Protocol', '/x/a', 'Protocol', '/x/b', ''])
    expect((await node.rpc('p2p/close?target-address=/ip4/127.0.0.1/tcp/3')).lines).toEqual([0])
    expect((await node.rpc('p2p/close?target-address=/ip4/127.0.0.1/tcp/2')).lines).toEqual([1])
    expect((await node.rpc('p2p/ls?encoding=text')).text).toBe(
      `/x/a /p2p/${node.node.identity.peerId} /ip4/127.0.0.1/tcp/1\n`
    )
    expect(await message(node, 'p2p/close?all=true&protocol=/x/a')).toBe(
      "can't combine --all with other matching options"
    )
    expect((await node.rpc(`p2p/close?listen-address=/p2p/${node.node.identity.peerId}&encoding=text`)).text).toBe(
      'Closed 1 stream(s)\n'
    )
  })

  test('keeps a foreground listener until it is closed', async () => {
    const { body } = await node.open('p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1&foreground=true')
    expect((await node.rpc('p2p/close?all=true')).lines).toEqual([1])
    const lines = (await new Response(body).text()).trim().split('\n').map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual(
      ['active', 'closing'].map((Status) => ({ Status, Protocol: '/x/a', Address: '/ip4/127.0.0.1/tcp/1' }))
    )
  })

  test('ends a foreground listener with its request', async () => {
    const caller = new AbortController()
    await node.open('p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1&foreground=true', { signal: caller.signal })
    expect(node.node.streamMounts.list()).toHaveLength(1)
    caller.abort()
    expect((await node.rpc('p2p/ls')).lines).toEqual([{ Listeners: null }])
  })

  test('reports what a browser cannot do', async () => {
    const browser = await TestNode.start({ config: ON, online: true })
    expect((await browser.rpc(`p2p/forward?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1&arg=${PEER}`)).lines).toMatchObject([{
      Message: expect.stringContaining('no sockets') as string,
      Code: 2
    }])
    expect((await browser.rpc('p2p/listen?arg=/x/a&arg=/ip4/127.0.0.1/tcp/1')).lines).toMatchObject([{
      Message: expect.stringContaining('acceptStreams') as string,
      Code: 2
    }])
    expect((await browser.rpc('p2p/ls')).lines).toEqual([{ Listeners: null }])
    expect((await node.rpc('mount?mfs-path=/mnt/mfs')).lines).toMatchObject([{
      Message: expect.stringContaining('no file system of the operating system') as string,
      Code: 2
    }])
  })

  test('checks stream numbers', async () => {
    expect(await message(node, 'p2p/stream/close?arg=x')).toBe('strconv.ParseUint: parsing "x": invalid syntax')
    expect(await message(node, 'p2p/stream/close?arg=18446744073709551616')).toBe(
      'strconv.ParseUint: parsing "18446744073709551616": value out of range'
    )
    expect((await node.rpc('p2p/stream/close?arg=7')).status).toBe(200)
  })
})

test('mount needs an online node first', async () => {
  expect(await message(await TestNode.start(), 'mount')).toBe(OFFLINE)
})
