import { serveWebRtc } from '../../src/webrtc/host/serve-webrtc.ts'
import { BenchPeer } from './peer.ts'

let own: BenchPeer | undefined

async function ask (path: string): Promise<unknown> {
  const response = await fetch(path)
  const { value, error } = await response.json() as { value?: unknown; error?: string }
  if (error != null) {
    throw new Error(error)
  }
  return value
}

/** One peer in this page, which has WebRTC itself, and one in its worker, with connections in this page. */
Object.assign(window, {
  inPage: {
    start: async (relay: string) => {
      own = await BenchPeer.start(relay)
    },
    address: () => own!.address(),
    connect: async (address: string) => await own!.connect(address),
    send: async (bytes: number) => await own!.send(bytes),
    latency: async (times: number) => await own!.latency(times)
  },

  inWorker: {
    async start (relay: string) {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
      while (navigator.serviceWorker.controller == null) {
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
      }
      const { port1, port2 } = new MessageChannel()
      serveWebRtc(port1)
      navigator.serviceWorker.controller.postMessage('page', [port2])
      setInterval(() => {
        navigator.serviceWorker.controller?.postMessage('alive')
      }, 5000)
      await ask(`/start?${encodeURIComponent(relay)}`)
    },
    address: async () => await ask('/address'),
    connect: async (address: string) => await ask(`/connect?${encodeURIComponent(address)}`),
    send: async (bytes: number) => await ask(`/send?${bytes}`),
    latency: async (times: number) => await ask(`/latency?${times}`)
  }
})
