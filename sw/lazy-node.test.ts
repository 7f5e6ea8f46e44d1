import { describe, expect, it, vi } from 'vitest'
import { blobResponse } from '../src/http/blob-response.ts'
import type { IpfsNode } from '../src/node/ipfs-node.ts'
import { LazyNode } from './lazy-node.ts'

function lazyNode (): { node: LazyNode, stop: ReturnType<typeof vi.fn> } {
  const stop = vi.fn(async () => {})
  return { stop, node: new LazyNode(async () => ({ stop }) as unknown as IpfsNode) }
}

describe('a retired node', () => {
  it('stops when the last streamed body has ended', async () => {
    const { node, stop } = lazyNode()
    const response = await node.use(async (open) => {
      await open()
      return new Response('body', { status: 201, headers: { 'X-Own': '1' } })
    })
    node.retire()
    await Promise.resolve()
    expect(stop).not.toHaveBeenCalled()
    expect([response.status, response.headers.get('x-own'), await response.text()]).toEqual([201, '1', 'body'])
    await vi.waitFor(() => { expect(stop).toHaveBeenCalledTimes(1) })
  })

  it('does not wait for a Blob, whose response stays as it is', async () => {
    const { node, stop } = lazyNode()
    const made = blobResponse(new Blob(['body']), { status: 206 })
    const response = await node.use(async (open) => {
      await open()
      return made
    })
    expect(response).toBe(made)
    node.retire()
    await vi.waitFor(() => { expect(stop).toHaveBeenCalledTimes(1) })
    expect(await response.text()).toBe('body')
  })

  it('stops when the reader goes away', async () => {
    const { node, stop } = lazyNode()
    const response = await node.use(async (open) => {
      await open()
      return new Response('body')
    })
    node.retire()
    await response.body?.cancel()
    await vi.waitFor(() => { expect(stop).toHaveBeenCalledTimes(1) })
  })
})
