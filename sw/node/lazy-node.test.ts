import { describe, expect, it, vi } from 'vitest'
import { blobResponse } from '../../src/http/response/blob-response.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { DatabaseLostError } from '../../src/store/database/database-lost-error.ts'
import { gate } from '../../src/testing/gate.ts'
import type { IdleHooks } from './idle-hooks.ts'
import { LazyNode } from './lazy-node.ts'

const IDLE_MS = 10

function lazyNode (
  hooks: IdleHooks = {}
): { node: LazyNode; stop: ReturnType<typeof vi.fn>; open: ReturnType<typeof vi.fn> } {
  const stop = vi.fn(async () => {})
  const open = vi.fn(async () => ({ stop }) as unknown as IpfsNode)
  return { stop, open, node: new LazyNode(open as () => Promise<IpfsNode>, { idleMs: IDLE_MS, ...hooks }) }
}

/** Starts an answer that sends nothing. */
async function stalled (node: LazyNode, cancel: () => Promise<void> = async () => {}): Promise<Response> {
  return await node.use(async (open) => {
    await open()
    return new Response(new ReadableStream({ cancel }))
  })
}

async function tasks (): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 3 * IDLE_MS)
  })
}

describe('a node that another worker waits for', () => {
  it('stops when it is not in use, and opens again for the next request', async () => {
    const { node, stop, open } = lazyNode()
    expect(node.releaseRepo()).toBe(false)
    const response = await stalled(node)
    expect(node.releaseRepo()).toBe(false)
    await response.body?.cancel()
    expect(node.releaseRepo()).toBe(true)
    await vi.waitFor(() => {
      expect(stop).toHaveBeenCalledTimes(1)
    })
    expect(node.isOpen).toBe(false)
    await (await node.use(async (get) => {
      await get()
      return new Response('body')
    })).text()
    expect(open).toHaveBeenCalledTimes(2)
  })
})

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
    await vi.waitFor(() => {
      expect(stop).toHaveBeenCalledTimes(1)
    })
  })

  it('does not wait for a Blob, whose response is unchanged', async () => {
    const { node, stop } = lazyNode()
    const made = blobResponse(new Blob(['body']), { status: 206 })
    const response = await node.use(async (open) => {
      await open()
      return made
    })
    expect(response).toBe(made)
    node.retire()
    await vi.waitFor(() => {
      expect(stop).toHaveBeenCalledTimes(1)
    })
    expect(await response.text()).toBe('body')
  })

  it('stops when the reader cancels', async () => {
    const { node, stop } = lazyNode()
    const response = await node.use(async (open) => {
      await open()
      return new Response('body')
    })
    node.retire()
    await response.body?.cancel()
    await vi.waitFor(() => {
      expect(stop).toHaveBeenCalledTimes(1)
    })
  })
})

describe('the count of uses', () => {
  it('decreases once for a reader that cancels while it waits', async () => {
    const { node, stop } = lazyNode()
    const others = await Promise.all([stalled(node), stalled(node)])
    const reader = (await stalled(node)).body!.getReader()
    const read = reader.read()
    await Promise.resolve()
    await reader.cancel()
    expect((await read).done).toBe(true)
    expect(node.inUse).toBe(2)
    node.retire()
    await others[0].body!.cancel()
    await tasks()
    expect(stop).not.toHaveBeenCalled()
    await others[1].body!.cancel()
    await vi.waitFor(() => {
      expect(stop).toHaveBeenCalledTimes(1)
    })
    node.retire()
    await tasks()
    expect([node.inUse, stop.mock.calls.length]).toEqual([0, 1])
  })

  it('decreases only after the source of a cancelled body was notified', async () => {
    const { node } = lazyNode()
    const { opened, open } = gate()
    const response = await stalled(node, async () => {
      await opened
    })
    const cancelled = response.body!.cancel()
    await tasks()
    expect(node.inUse).toBe(1)
    open()
    await cancelled
    expect(node.inUse).toBe(0)
  })

  it('decreases for a body that breaks, one that cannot be made, and no body', async () => {
    const { node } = lazyNode()
    const broken = await node.use(async () =>
      new Response(
        new ReadableStream({
          pull: () => {
            throw new Error('broken')
          }
        })
      )
    )
    await expect(broken.text()).rejects.toThrow('broken')
    await expect(node.use(async () => {
      throw new Error('not made')
    })).rejects.toThrow('not made')
    await node.use(async () => new Response(null, { status: 204 }))
    expect(node.inUse).toBe(0)
  })

  it('includes internal work of the worker', async () => {
    const { node, stop } = lazyNode()
    const { opened, open } = gate()
    const work = node.hold(async (held) => {
      await opened
      return held.stop === stop
    })
    await tasks()
    node.retire()
    expect([node.inUse, stop.mock.calls.length]).toEqual([1, 0])
    open()
    expect(await work).toBe(true)
    await vi.waitFor(() => {
      expect(stop).toHaveBeenCalledTimes(1)
    })
  })
})

describe('a node that is requested again', () => {
  it('is opened after a failed opening, and after a stop that it waits for', async () => {
    const { node, stop, open } = lazyNode()
    const { opened: stopped, open: endStop } = gate()
    open.mockRejectedValueOnce(new Error('refused'))
    stop.mockImplementation(async () => {
      await stopped
    })
    await expect(node.hold(async () => 1)).rejects.toThrow('refused')
    expect(await node.hold(async () => 2)).toBe(2)
    node.retire()
    const again = node.hold(async () => 3)
    await tasks()
    expect([open.mock.calls.length, stop.mock.calls.length]).toEqual([2, 1])
    endStop()
    expect(await again).toBe(3)
    expect(open).toHaveBeenCalledTimes(3)
  })
})

describe('an idle node', () => {
  it('is notified, and again before it is used', async () => {
    const calls: string[] = []
    const { node } = lazyNode({
      idle: async () => {
        calls.push('idle')
      },
      busy: async () => {
        calls.push('busy')
      }
    })
    await node.hold(async () => {
      calls.push('first')
    })
    await vi.waitFor(() => {
      expect(calls).toEqual(['first', 'idle'])
    })
    await Promise.all([
      node.hold(async () => {
        calls.push('second')
      }),
      node.hold(async () => {
        calls.push('third')
      })
    ])
    await vi.waitFor(() => {
      expect(calls).toEqual(['first', 'idle', 'busy', 'second', 'third', 'idle'])
    })
  })

  it('is not idle during an answer, and not before it was opened', async () => {
    const idle = vi.fn(async () => {})
    const { node } = lazyNode({ idle })
    await node.use(async () => new Response(null))
    await tasks()
    const response = await stalled(node)
    await tasks()
    expect(idle).not.toHaveBeenCalled()
    await response.body!.cancel()
    await vi.waitFor(() => {
      expect(idle).toHaveBeenCalledTimes(1)
    })
  })

  it('delays a use that begins while it becomes idle, whatever the outcome', async () => {
    const { opened, open } = gate()
    const { node } = lazyNode({
      idle: async () => {
        await opened
        throw new Error('not idle')
      }
    })
    await node.hold(async () => {})
    await tasks()
    let used = false
    const use = node.hold(async () => {
      used = true
    })
    await tasks()
    expect(used).toBe(false)
    open()
    await use
    expect(used).toBe(true)
  })

  it('fails a use if waking fails, and tries again with the next one', async () => {
    const busy = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no mark'))
    const idle = vi.fn(async () => {})
    const { node } = lazyNode({ idle, busy })
    await node.hold(async () => {})
    await vi.waitFor(() => {
      expect(idle).toHaveBeenCalled()
    })
    await expect(node.hold(async () => {})).rejects.toThrow('no mark')
    expect(await node.hold(async () => 'ready')).toBe('ready')
    expect(busy).toHaveBeenCalledTimes(2)
  })

  it('becomes idle before it stops', async () => {
    const calls: string[] = []
    const { node, stop } = lazyNode({
      idle: async () => {
        calls.push('idle')
      },
      idleMs: 60_000
    })
    stop.mockImplementation(async () => {
      calls.push('stop')
    })
    await node.hold(async () => {})
    node.retire()
    await vi.waitFor(() => {
      expect(calls).toEqual(['idle', 'stop'])
    })
  })
})

describe('a node whose database was closed', () => {
  it('is discarded and stopped, and the next request opens another', async () => {
    const losses: Array<(err: DatabaseLostError) => void> = []
    const told: string[] = []
    const stop = vi.fn(async () => {})
    const node = new LazyNode(async (onLost) => {
      losses.push(onLost)
      return { stop, number: losses.length } as unknown as IpfsNode
    }, {
      lost: ({ loss }) => {
        told.push(loss)
      }
    })
    const numberOf = async (): Promise<number> =>
      await node.hold(async (held) => (held as unknown as { number: number }).number)

    const { opened, open } = gate()
    const running = node.hold(async () => {
      await opened
    })
    expect(await numberOf()).toBe(1)
    losses[0](new DatabaseLostError('closed'))
    losses[0](new DatabaseLostError('closed')) // its other database
    expect(await numberOf()).toBe(2)
    expect([told, stop.mock.calls.length]).toEqual([['closed'], 1])
    open()
    await running
    expect([node.inUse, await numberOf()]).toEqual([0, 2])
  })
})
