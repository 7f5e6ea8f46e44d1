import '../../src/webrtc/shim/globals.ts'

import { PageLink } from '../../src/webrtc/shim/page-link.ts'
import { useWebRtcPages } from '../../src/webrtc/shim/use-webrtc-pages.ts'
import { BenchPeer } from './peer.ts'

interface WorkerFetch extends Event {
  request: Request
  respondWith: (response: Promise<Response>) => void
}
interface Scope {
  addEventListener: (type: string, listener: (event: never) => void) => void
  skipWaiting: () => void
  clients: { claim: () => Promise<void> }
}

const scope = globalThis as unknown as Scope
let peer: BenchPeer | undefined

const CALLS: Record<string, (input: string) => unknown> = {
  '/start': async (relay) => {
    peer = await BenchPeer.start(relay)
  },
  '/address': () => peer!.address(),
  '/connect': async (address) => await peer!.connect(address),
  '/send': async (bytes) => await peer!.send(Number(bytes)),
  '/latency': async (times) => await peer!.latency(Number(times))
}

scope.addEventListener('install', () => {
  scope.skipWaiting()
})
scope.addEventListener(
  'activate',
  ((event: Event & { waitUntil: (work: Promise<void>) => void }) => {
    event.waitUntil(scope.clients.claim())
  }) as never
)

scope.addEventListener(
  'message',
  (({ ports: [port] }: MessageEvent) => {
    if (port != null) {
      const link = new PageLink(port)
      useWebRtcPages({ get: async () => link })
    }
  }) as never
)

scope.addEventListener(
  'fetch',
  ((event: WorkerFetch) => {
    const { pathname, search } = new URL(event.request.url)
    const call = CALLS[pathname]

    if (call != null) {
      event.respondWith(
        Promise.resolve().then(async () => await call(decodeURIComponent(search.slice(1)))).then(
          (value) => Response.json({ value }),
          (err: Error) => Response.json({ error: `${err.name}: ${err.message}` })
        )
      )
    }
  }) as never
)
