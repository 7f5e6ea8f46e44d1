import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNode } from '../../src/node-adapter/start.ts'
import type { StartedNode } from '../../src/node-adapter/start.ts'
import { startRelay } from '../../src/testing/peers/relay.ts'
import type { Relay } from '../../src/testing/peers/relay.ts'
import { sync } from './sync.ts'

interface Program {
  printed: string[]
  notes: string[]
  ended: Promise<void>
  end: () => void
}

let relay: Relay
let nodes: StartedNode[]
let programs: Program[]

beforeEach(async () => {
  programs = []
  relay = await startRelay()
  nodes = await Promise.all(['a', 'b'].map(async () =>
    await startNode({
      offline: false,
      config: {
        Bootstrap: [],
        'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0'],
        'AutoConf.Enabled': false,
        'Routing.Type': 'auto',
        'Routing.DelegatedRouters': [relay.router],
        'Ipns.DelegatedPublishers': [relay.router]
      }
    })
  ))
})

afterEach(async () => {
  programs.forEach(({ end }) => {
    end()
  })
  await Promise.all(programs.map(async ({ ended }) => {
    await ended.catch(() => {})
  }))
  await Promise.all(nodes.map(async (node) => {
    await node.close()
  }))
  await relay.stop()
})

const api = ({ rpcPort }: StartedNode): string => `http://127.0.0.1:${rpcPort}`

function start (node: StartedNode, ...args: string[]): Program {
  const abort = new AbortController()
  const printed: string[] = []
  const notes: string[] = []
  const program = {
    printed,
    notes,
    end: () => {
      abort.abort()
    },
    ended: sync.run(['--api', api(node), ...args], {
      print: (line) => printed.push(line),
      note: (line) => notes.push(line),
      signal: abort.signal
    })
  }
  program.ended.catch(() => {})
  programs.push(program)
  return program
}

async function ask (node: StartedNode, target: string, text?: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text ?? '']))
  const response = await fetch(`${api(node)}/api/v0/${target}`, {
    method: 'POST',
    body: text == null ? undefined : form
  })
  return await response.text()
}

test('pairs two nodes by a code, and keeps their Files equal', async () => {
  const [a, b] = nodes
  await ask(a, 'files/write?arg=/a.txt&create=true', 'from a')
  await ask(b, 'files/write?arg=/b.txt&create=true', 'from b')

  const shown = start(a, '--invite', '--name', 'Home', '--yes')
  await expect.poll(() => shown.printed[0]).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  const entered = start(b, '--code', shown.printed[0], '--yes')
  await expect.poll(() => entered.notes).toContain('paired with Home')
  await expect.poll(() => shown.notes).toContain('paired with Server')

  await expect.poll(async () => await ask(a, 'files/read?arg=/b.txt'), { timeout: 100_000 }).toBe('from b')
  await expect.poll(async () => await ask(b, 'files/read?arg=/a.txt'), { timeout: 100_000 }).toBe('from a')

  entered.end()
  await entered.ended
  await start(b, '--remove').ended
  expect(await ask(b, 'key/ls')).not.toContain('swipfs-')
  await expect(start(b).ended).rejects.toThrow('the node is not paired')
}, 240_000)

test.each([
  [['--code', 'short'], 'a code has 12 letters and digits'],
  [['--invite', '--remove'], 'use one of'],
  [['more'], 'use one of']
])('refuses %j', async (args, message) => {
  await expect(start(nodes[0], ...args).ended).rejects.toThrow(message)
})
