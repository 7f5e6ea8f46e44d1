import type { Connection, Stream } from '@libp2p/interface'
import { expect, test } from 'vitest'
import { Bandwidth } from '../../net/bandwidth.ts'
import { ReceiveMemoryLimit } from './receive-memory-limit.ts'
import { streamMetrics } from './stream-metrics.ts'

test('bytes that arrived before a stream is tracked count once, in addition to later ones', () => {
  const bandwidth = new Bandwidth()
  const stream = { protocol: '/x', readBufferLength: 7, send: () => true, onData: () => {}, addEventListener: () => {} }
  const connections = (): Connection[] => [{ remotePeer: 'peer', streams: [stream] } as unknown as Connection]
  streamMetrics(bandwidth, new ReceiveMemoryLimit(() => [], Infinity), connections).trackProtocolStream(
    stream as unknown as Stream
  )
  expect(bandwidth.ofPeer('peer').TotalIn).toBe(7)
  ;(stream.onData as (data: Uint8Array) => void)(new Uint8Array(5))
  expect(bandwidth.ofPeer('peer').TotalIn).toBe(12)
  expect(bandwidth.ofProtocol('/x').TotalIn).toBe(12)
})
