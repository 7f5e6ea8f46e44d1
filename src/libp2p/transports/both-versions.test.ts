import type { Connection, DialTransportOptions, Transport } from '@libp2p/interface'
import type { WebRTCDirectTransportComponents, WebRTCTransportDirectInit } from '@libp2p/webrtc'
import { multiaddr } from '@multiformats/multiaddr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bothWebRtcVersions } from './both-versions.ts'

const ADDRESS = multiaddr('/ip4/127.0.0.1/udp/1/webrtc-direct/certhash/uEiAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')

type Dial = (signal: AbortSignal) => Promise<Connection>

const connection = (): Connection & { close: ReturnType<typeof vi.fn> } =>
  ({ close: vi.fn(async () => {}) }) as unknown as Connection & { close: ReturnType<typeof vi.fn> }

/** Never answers. */
const silence: Dial = async (signal) =>
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error)
    })
  })

function transport (dials: Record<1 | 2, Dial>): { dial: () => Promise<Connection>; dialled: number[] } {
  const dialled: number[] = []
  const made = bothWebRtcVersions(({ dialerVersion = 1 }: WebRTCTransportDirectInit) => () =>
    ({
      dial: async (_: unknown, { signal }: DialTransportOptions) => {
        dialled.push(dialerVersion)
        return await dials[dialerVersion](signal)
      }
    }) as unknown as Transport
  )({} as WebRTCDirectTransportComponents)
  return {
    dialled,
    dial: async () =>
      await made.dial(ADDRESS, { signal: new AbortController().signal } as unknown as DialTransportOptions)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a WebRTC-direct dial', () => {
  it('uses version 2 alone if it succeeds', async () => {
    const won = connection()
    const { dial, dialled } = transport({ 1: silence, 2: async () => won })
    expect(await dial()).toBe(won)
    expect(dialled).toEqual([2])
  })

  it('tries version 1 after a second of silence, and first at the next dial', async () => {
    const won = connection()
    const { dial, dialled } = transport({ 1: async () => won, 2: silence })
    const dialling = dial()
    await vi.advanceTimersByTimeAsync(999)
    expect(dialled).toEqual([2])
    await vi.advanceTimersByTimeAsync(1)
    expect(await dialling).toBe(won)
    expect(await dial()).toBe(won)
    expect(dialled).toEqual([2, 1, 1])
  })

  it('tries version 1 at once if version 2 fails, and reports the error of version 2 if both do', async () => {
    const won = connection()
    const refused = async (): Promise<never> => await Promise.reject(new Error('refused'))
    expect(await transport({ 1: async () => won, 2: refused }).dial()).toBe(won)
    const munged = async (): Promise<never> => await Promise.reject(new Error('munged'))
    await expect(transport({ 1: munged, 2: refused }).dial()).rejects.toThrow('refused')
  })

  it('waits for version 2 if version 1 is impossible in this browser', async () => {
    const won = connection()
    const { dial } = transport({
      1: async () => await Promise.reject(new Error('munged')),
      2: async () => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return won
      }
    })
    const dialling = dial()
    await vi.advanceTimersByTimeAsync(3000)
    expect(await dialling).toBe(won)
  })

  it('drops the slower version, and closes a connection that arrives too late', async () => {
    const [won, late] = [connection(), connection()]
    let signalOf2: AbortSignal | undefined
    let answer = (_: Connection): void => {}
    const { dial } = transport({
      1: async () => won,
      2: async (signal) => {
        signalOf2 = signal
        return await new Promise((resolve) => {
          answer = resolve
        })
      }
    })
    const dialling = dial()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await dialling).toBe(won)
    expect(signalOf2?.aborted).toBe(true)
    answer(late)
    await vi.waitFor(() => {
      expect(late.close).toHaveBeenCalledOnce()
    })
    expect(won.close).not.toHaveBeenCalled()
  })
})
