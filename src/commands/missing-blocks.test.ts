import { MemoryDatastore } from 'datastore-core'
import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode } from '../node/create-node.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { handleRpc } from '../rpc/handler.ts'
import { DagBuilder } from '../testing/dag/dag-builder.ts'
import { root } from './root.ts'

// Kubo 0.40.0 waits forever here (golden/README.md, "Where Kubo is at fault") for a block from the network, although
// the request or the node is offline. Here a missing block is an error at once.

let dag: DagBuilder
let node: IpfsNode
let gone: CID
let holder: CID

async function start (online: boolean): Promise<void> {
  node = await createNode({ openBlockstore: async () => dag.store, datastore: new MemoryDatastore(), online })
}

beforeEach(async () => {
  dag = new DagBuilder()
  gone = await dag.directory({ x: (await dag.raw('x')).cid })
  holder = await dag.directory({ a: (await dag.raw('a')).cid, gone })
  await dag.store.delete(gone)
})

afterEach(async () => {
  await node.stop()
})

async function ask (target: string): Promise<{ status: number; body: string }> {
  const response = await handleRpc(new Request(`http://node/api/v0/${target}`, { method: 'POST' }), {
    root,
    node: async () => node
  })
  return { status: response.status, body: await response.text() }
}

describe.each([
  ['an offline node', false, ''],
  ['an online node that is asked to stay offline', true, '&offline=true']
])('%s', (_, online, option) => {
  beforeEach(async () => {
    await start(online)
  })

  it.each(['resolve', 'cat', 'ls', 'get', 'refs'])('%s reports a missing block on the path', async (command) => {
    const { status, body } = await ask(`${command}?arg=/ipfs/${holder}/gone/x${option}`)
    expect(status).toBe(500)
    expect(JSON.parse(body)).toMatchObject({
      Message: `error traversing node at "gone": could not load link "${gone}": block was not found locally ` +
        `(offline): ipld: could not find ${gone}`
    })
  })

  it.each(['cat', 'ls', 'get'])('%s reports a missing block at the end', async (command) => {
    const { status, body } = await ask(`${command}?arg=/ipfs/${holder}/gone${option}`)
    expect(status).toBe(500)
    expect(JSON.parse(body)).toMatchObject({
      Message: `block was not found locally (offline): ipld: could not find ${gone}`
    })
  })

  it('ls as a stream yields the entries before it', async () => {
    const response = await handleRpc(
      new Request(`http://node/api/v0/ls?arg=${holder}&stream=true${option}`, { method: 'POST' }),
      {
        root,
        node: async () => node
      }
    )
    const [first] = await untilBroken(response)
    expect(response.status).toBe(200)
    expect(JSON.parse(first)).toMatchObject({ Objects: [{ Links: [{ Name: 'a' }] }] })
  })

  it('refs reports it in place', async () => {
    const { status, body } = await ask(`refs?arg=${holder}&recursive=true${option}`)
    expect(status).toBe(200)
    expect(body.trim().split('\n').map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { Err: '' },
      { Ref: '', Err: `failed to fetch all nodes: block was not found locally (offline): ipld: could not find ${gone}` }
    ])
  })
})

describe('cat of a file with a missing block', () => {
  async function lacking (index: number): Promise<{ status: number; text: string; fault?: string }> {
    const parts = [await dag.raw('one '), await dag.raw('two '), await dag.raw('three')]
    const { cid } = await dag.file(parts)
    await dag.store.delete(parts[index].cid)
    let trailer: string | undefined
    const response = await handleRpc(new Request(`http://node/api/v0/cat?arg=${cid}`, { method: 'POST' }), {
      root,
      node: async () => node,
      onTrailer: (_, value) => {
        trailer = value
      }
    })
    const text = await response.text()
    return { status: response.status, text, fault: trailer?.replace(parts[index].cid.toString(), 'it') }
  }

  beforeEach(async () => {
    await start(false)
  })

  it('sends the bytes before it, and then the error', async () => {
    const fault = 'block was not found locally (offline): ipld: could not find it'
    expect(await lacking(1)).toEqual({ status: 200, text: 'one ', fault })
    expect(await lacking(2)).toEqual({ status: 200, text: 'one two ', fault })
  })

  it('is an error if there are none before it', async () => {
    expect(await lacking(0)).toMatchObject({
      status: 500,
      text: expect.stringContaining('block was not found locally') as string,
      fault: undefined
    })
  })
})

describe('an online node', () => {
  beforeEach(async () => {
    await start(true)
  })

  it('waits for the block until the request ends', async () => {
    expect(await ask(`cat?arg=/ipfs/${holder}/gone/x&timeout=50ms`)).toMatchObject({
      status: 500,
      body: expect.stringContaining('context deadline exceeded') as string
    })
  })

  it.each([['gone'], ['gone/x']])('reports a timeout in files/cp of %s like elsewhere', async (rest) => {
    const { status, body } = await ask(`files/cp?arg=/ipfs/${holder}/${rest}&arg=/copy&timeout=50ms`)
    expect([status, (JSON.parse(body) as { Message: string }).Message]).toEqual([
      500,
      expect.stringMatching(/^cp: cannot get node from path .*: context deadline exceeded$/)
    ])
  })

  it.each([
    ['refs', 'recursive=true', 2],
    ['refs', 'unique=true', 2]
  ])('%s with %s reports a timeout in place', async (command, options, count) => {
    const { status, body } = await ask(`${command}?arg=${holder}&${options}&timeout=50ms`)
    const lines = body.trim().split('\n').map((line) => JSON.parse(line) as { Ref: string; Err: string })
    expect([status, lines.length, lines.at(-1)]).toEqual([200, count, { Ref: '', Err: 'context deadline exceeded' }])
  })

  it('continues when the block arrives', async () => {
    const answer = ask(`cat?arg=/ipfs/${holder}/gone/x`)
    await node.blockstore.put(gone, (await builtAgain()).bytes)
    expect(await answer).toEqual({ status: 200, body: 'x' })
  })
})

async function builtAgain (): Promise<{ bytes: Uint8Array }> {
  const other = new DagBuilder()
  const cid = await other.directory({ x: (await other.raw('x')).cid })
  return { bytes: await other.store.bytes(cid) }
}

/** Returns the lines of an answer, even if it breaks. */
async function untilBroken (response: Response): Promise<string[]> {
  let text = ''

  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
    }
  } catch {
    // Earlier lines count.
  }

  return text.trim().split('\n')
}
