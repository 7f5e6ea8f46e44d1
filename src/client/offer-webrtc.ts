import { serveWebRtc } from '../webrtc/host/serve-webrtc.ts'
import { workerContainer } from './container.ts'
import { keepAlive } from './keep-alive.ts'
import type { WebRtcPage, WebRtcWanted } from './messages.ts'

/** A worker that ends again and again is started so often at most. */
const RESTART_EVERY_MS = 30_000

let offered = false

/**
 * Offers this page to the worker, which has no WebRTC itself: while the page is the one that holds its connections the worker is
 * kept alive, and so reachable. A worker that ends all the same is started again, and comes back to its peers. The page lets go when
 * it is closed or frozen, and another one takes over. Without effect the second time, and where the browser has no WebRTC.
 */
export function offerWebRtc (): void {
  if (offered || typeof RTCPeerConnection === 'undefined') {
    return
  }

  offered = true
  const container = workerContainer()
  /** ends each that is held; the worker closes what it does not need, so that an offer on its way never takes from it what it has */
  const held = new Set<() => void>()
  let isFrozen = false
  let restartedAt = -Infinity

  const hold = (worker: ServiceWorker): void => {
    const { port1, port2 } = new MessageChannel()
    const stopPings = keepAlive()
    const close = serveWebRtc(port1, {
      onClose: (isLost) => {
        stopPings()
        held.delete(close)

        if (isLost && !isFrozen) {
          const waitMs = restartedAt + RESTART_EVERY_MS - performance.now()

          // A timer of a hidden page may be a minute late.
          if (waitMs <= 0) {
            restart()
          } else {
            setTimeout(restart, waitMs)
          }
        }
      }
    })
    held.add(close)
    worker.postMessage({ type: 'webrtc-page' } satisfies WebRtcPage, [port2])
  }

  const say = (): void => { container.controller?.postMessage({ type: 'webrtc-page' } satisfies WebRtcPage) }
  /** A message starts the worker. */
  const restart = (): void => {
    restartedAt = performance.now()
    say()
  }

  const sayBack = (): void => { container.controller?.postMessage({ type: 'webrtc-page', isBack: true } satisfies WebRtcPage) }

  container.addEventListener('message', ({ data, source }: MessageEvent<WebRtcWanted | null>) => {
    if (data?.type === 'webrtc-wanted' && !isFrozen && source != null && 'scriptURL' in source) {
      hold(source)
    }
  })

  container.startMessages()
  container.addEventListener('controllerchange', say)

  // a page that is frozen, or in the back-forward cache, cannot answer
  const leave = (): void => {
    isFrozen = true
    held.forEach((close) => { close() })
  }

  const comeBack = (): void => {
    isFrozen = false
    sayBack()
  }

  document.addEventListener('freeze', leave)
  window.addEventListener('pagehide', leave)
  document.addEventListener('resume', comeBack)
  window.addEventListener('pageshow', comeBack)
  // Chromium tells workers nothing of it
  window.addEventListener('online', sayBack)
  say()
}
