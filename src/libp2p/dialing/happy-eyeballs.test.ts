import type { Connection, PeerStore } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { dialStaggered } from './happy-eyeballs.ts'

const PEER = '/p2p/12D3KooWQK1GLzXHY9ivTogNHhvhDTKYpiypeZB2NUSoTrTAPnBE'

/**
 * Accepts connections, and sends nothing.
 *
 * @returns its multiaddr, and the open connections
 */
async function silent (
  kind: 'tcp' | 'ws' | 'half ws'
): Promise<{ address: string; open: () => number; met: () => number }> {
  const sockets = new Set<Socket>()
  let met = 0
  const server = createServer((socket) => {
    met++
    sockets.add(
      socket.on('error', () => {}).on('close', () => {
        sockets.delete(socket)
      }).resume()
    )
  })

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  if (kind === 'ws') {
    const answers = new WebSocketServer({ noServer: true })
    server.removeAllListeners('connection')
    server.on('connection', () => {})
    server.close()
    const ws = new WebSocketServer({ port, host: '127.0.0.1' }).on('connection', () => {
      met++
    })
    onTestFinished(() => {
      ws.clients.forEach((client) => {
        client.terminate()
      })
      ws.close()
      answers.close()
    })
    return { address: `/ip4/127.0.0.1/tcp/${port}/ws`, open: () => ws.clients.size, met: () => met }
  }

  onTestFinished(() => {
    sockets.forEach((socket) => {
      socket.destroy()
    })
    server.close()
  })
  return {
    address: `/ip4/127.0.0.1/tcp/${port}${kind === 'tcp' ? '' : '/ws'}`,
    open: () => sockets.size,
    met: () => met
  }
}

describe('a peer with silent addresses', () => {
  it('is reached at the working one, and nothing stays open', async () => {
    const [from, to] = await Promise.all([startSwarmNode({}), startSwarmNode({})])
    onTestFinished(async () => {
      await Promise.all([from.node.stop(), to.node.stop()])
    })
    const dead = await Promise.all((['tcp', 'half ws', 'ws', 'tcp', 'half ws'] as const).map(silent))
    const { ID, Addresses } = JSON.parse((await to.rpc('id')).text) as { ID: string; Addresses: string[] }
    const good = Addresses.filter((address) => address.includes('/127.0.0.1/'))
    const asked = [...dead.map(({ address }) => `${address}/p2p/${ID}`), ...good]

    const answer = await from.rpc(
      `swarm/connect?${asked.map((address) => `arg=${encodeURIComponent(address)}`).join('&')}`
    )
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('success') as string])
    await expect.poll(() => dead.map(({ open }) => open())).toEqual(dead.map(() => 0))
    expect(dead.some(({ met }) => met() > 0)).toBe(true)
    const { Peers } = JSON.parse((await from.rpc('swarm/peers')).text) as { Peers: Array<{ Peer: string }> }
    expect(Peers.map(({ Peer }) => Peer)).toEqual([ID])
  })
})

/** A dial queue with fake addresses: each dial settles with its promise. */
function fakeQueue (
  ways: Record<string, (signal: AbortSignal) => Promise<unknown>>
): { dial: (more?: { signal?: AbortSignal; multiaddrs?: Set<string> }) => Promise<Connection>; dialled: string[] } {
  const dialled: string[] = []

  return {
    dialled,
    dial: async ({ signal = new AbortController().signal, multiaddrs = new Set(Object.keys(ways)) } = {}) =>
      await dialStaggered({
        multiaddrs,
        signal,
        findAddresses: async (asked) => [...asked].map((text) => ({ multiaddr: multiaddr(text), isCertified: false })),
        dialAddress: async (address, addressSignal) => {
          dialled.push(address.toString())
          return await ways[address.toString()](addressSignal) as Connection
        },
        peerStore: { merge: async () => await Promise.reject(new Error('full')) } as unknown as PeerStore
      })
  }
}

const at = (port: number): string => `/ip4/127.0.0.1/tcp/${port}${PEER}`
const relayed = (port: number): string => `/ip4/127.0.0.1/tcp/${port}${PEER}/p2p-circuit${PEER}`
const silence = async (signal: AbortSignal): Promise<never> =>
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error)
    })
  })
const connection = (): { close: ReturnType<typeof vi.fn>; abort: ReturnType<typeof vi.fn> } => ({
  close: vi.fn(async () => {}),
  abort: vi.fn()
})

describe('the addresses of a peer', () => {
  it('are not all tried if the first one works', async () => {
    const won = connection()
    const { dial, dialled } = fakeQueue({ [at(1)]: async () => won, [at(2)]: silence })
    expect(await dial()).toBe(won)
    expect(dialled).toEqual([at(1)])
  })

  it('are tried at once after a failure, soon after silence, and later if relayed', async () => {
    vi.useFakeTimers()

    try {
      const { dial, dialled } = fakeQueue({
        [at(1)]: async () => await Promise.reject(new Error('refused')),
        [at(2)]: silence,
        [at(3)]: silence,
        [relayed(4)]: silence
      })
      const failed = expect(dial()).rejects.toMatchObject({
        name: 'AggregateError',
        errors: [{ message: 'refused' }, { name: 'TimeoutError' }, { name: 'TimeoutError' }, { name: 'TimeoutError' }],
        addresses: [at(1), at(2), at(3), relayed(4)].map((text) => multiaddr(text))
      })
      await vi.advanceTimersByTimeAsync(500)
      expect(dialled).toEqual([at(1), at(2)])
      await vi.advanceTimersByTimeAsync(600)
      expect(dialled).toEqual([at(1), at(2), at(3)])
      await vi.advanceTimersByTimeAsync(5800)
      expect(dialled).toHaveLength(3)
      await vi.advanceTimersByTimeAsync(300)
      expect(dialled).toHaveLength(4)
      await vi.advanceTimersByTimeAsync(30_000)
      await failed
    } finally {
      vi.useRealTimers()
    }
  })

  it('are tried six at once, and 25 in all', async () => {
    vi.useFakeTimers()

    try {
      let most = 0
      let now = 0
      const way = async (signal: AbortSignal): Promise<never> => {
        most = Math.max(most, ++now)
        return await silence(signal).finally(() => {
          now--
        })
      }
      const { dial, dialled } = fakeQueue(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [at(i + 1), way])))
      const failed = expect(dial()).rejects.toThrow('All multiaddr dials failed')
      await vi.advanceTimersByTimeAsync(120_000)
      await failed
      expect([most, dialled.length, now]).toEqual([6, 25, 0])
    } finally {
      vi.useRealTimers()
    }
  })

  it('lead to one connection if two of them succeed', async () => {
    vi.useFakeTimers()

    try {
      const [won, late] = [connection(), connection()]
      // Ignores its signal, like some transports after some point.
      const { dial } = fakeQueue({
        [at(1)]: async () =>
          await new Promise((resolve) => {
            setTimeout(() => {
              resolve(late)
            }, 5000)
          }),
        [at(2)]: async () => won
      })
      const met = dial()
      await vi.advanceTimersByTimeAsync(2000)
      expect(await met).toBe(won)
      await vi.advanceTimersByTimeAsync(5000)
      expect(late.close).toHaveBeenCalledTimes(1)
      expect(won.close).not.toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })

  it('can be added by another dial meanwhile', async () => {
    const won = connection()
    const multiaddrs = new Set([at(1)])
    let fail: (err: Error) => void = () => {}
    const { dial, dialled } = fakeQueue({
      [at(1)]: async () =>
        await new Promise((_resolve, reject) => {
          fail = reject
        }),
      [at(2)]: async () => won
    })
    const met = dial({ multiaddrs })
    await vi.waitFor(() => {
      expect(dialled).toHaveLength(1)
    })
    multiaddrs.add(at(2)).add(at(1))
    fail(new Error('refused'))
    expect(await met).toBe(won)
    expect(dialled).toEqual([at(1), at(2)])
  })

  it('are no longer tried when no request waits', async () => {
    const leave = new AbortController()
    let left = false
    const { dial, dialled } = fakeQueue({
      [at(1)]: async (signal) =>
        await silence(signal).finally(() => {
          left = true
        })
    })
    const met = expect(dial({ signal: leave.signal })).rejects.toThrow('enough')
    await vi.waitFor(() => {
      expect(dialled).toHaveLength(1)
    })
    leave.abort(new Error('enough'))
    await met
    expect(left).toBe(true)
  })

  it('throw a single error unchanged', async () => {
    await expect(fakeQueue({ [at(1)]: async () => await Promise.reject(new Error('refused')) }).dial()).rejects.toThrow(
      'refused'
    )
  })
})
