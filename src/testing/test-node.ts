import { MemoryDatastore } from 'datastore-core'
import type { CID } from 'multiformats/cid'
import { root } from '../commands/root.ts'
import { createNode } from '../node/create-node.ts'
import type { NodeInit } from '../node/create-node.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { handleRpc } from '../rpc/handler.ts'
import type { Blockstore } from '../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'

export interface TestAnswer {
  status: number
  headers: Headers
  text: string
  /** JSON values of the body */
  lines: unknown[]
  /** `X-Stream-Error` */
  trailer: string | undefined
}

export interface TestNodeInit extends Partial<Omit<NodeInit, 'openBlockstore'>> {
  blockstore?: Blockstore
}

export interface RpcInit {
  body?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A node in memory, offline by default. Requests go through the RPC handler. */
export class TestNode {
  readonly node: IpfsNode

  private constructor (node: IpfsNode) {
    this.node = node
  }

  static async start (
    { blockstore = new MemoryBlockstore(), datastore = new MemoryDatastore(), ...init }: TestNodeInit = {}
  ): Promise<TestNode> {
    return new TestNode(await createNode({ openBlockstore: async () => blockstore, datastore, ...init }))
  }

  /** Returns the response, with its body unread. */
  async open (
    target: string,
    { body, headers, signal }: RpcInit = {},
    onTrailer?: (name: string, value: string) => void
  ): Promise<Response> {
    return await handleRpc(
      new Request(
        `http://node/api/v0/${target}`,
        { method: 'POST', body, headers, signal, duplex: 'half' } as RequestInit
      ),
      { root, node: async () => this.node, onTrailer }
    )
  }

  async rpc (target: string, init?: RpcInit): Promise<TestAnswer> {
    let trailer: string | undefined
    const response = await this.open(target, init, (_, value) => {
      trailer = value
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    const lines = isJson
      ? text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
      : []
    return { status: response.status, headers: response.headers, text, lines, trailer }
  }

  /** Returns the CIDs (raw, version 1) of all blocks, sorted. */
  async blocks (): Promise<string[]> {
    return await sortCids(this.node.blockstore.keys())
  }

  /** Returns `mode CID name` of all pins, sorted, without the pin of the empty directory that every node has. */
  async pins (): Promise<string[]> {
    const pins: string[] = []

    for await (const { cid, mode, name } of this.node.pins.list()) {
      pins.push(`${mode} ${cid} ${name}`.trim())
    }

    return pins.filter((pin) => !pin.includes('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')).sort()
  }
}

async function sortCids (cids: AsyncIterable<CID>): Promise<string[]> {
  const texts: string[] = []

  for await (const cid of cids) {
    texts.push(cid.toString())
  }

  return texts.sort()
}
