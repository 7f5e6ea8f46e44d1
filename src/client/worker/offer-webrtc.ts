import { serveWebRtc } from '../../webrtc/host/serve-webrtc.ts'
import type { WebRtcPage, WebRtcWanted } from '../protocol/messages.ts'
import { keepAlive } from './keep-alive.ts'
import { workerContainer } from './worker-container.ts'

/** Minimum interval between restarts of a worker that ends repeatedly. */
const RESTART_EVERY_MS = 30_000

let offered = false

/**
 * Offers this page to the worker, which has no WebRTC itself. While the page holds its connections it keeps the worker
 * alive and reachable. A worker that ends anyway is restarted, and reconnects to its peers. The page releases the
 * connections when it is closed or frozen, and another page takes over. Idempotent; no effect if the browser has no
 * WebRTC.
 */
export function offerWebRtc (): void {
  if (offered || typeof RTCPeerConnection === 'undefined') {
    return
  }

  offered = true
  const container = workerContainer()
  /**
   * Functions that release held connections. The worker closes the ones it does not need, so that a late offer never
   * replaces a connection in use.
   */
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

  const announce = (): void => {
    container.controller?.postMessage({ type: 'webrtc-page' } satisfies WebRtcPage)
  }
  /** Sends a message, which starts the worker. */
  const restart = (): void => {
    restartedAt = performance.now()
    announce()
  }

  const announceReturn = (): void => {
    container.controller?.postMessage({ type: 'webrtc-page', isBack: true } satisfies WebRtcPage)
  }

  container.addEventListener('message', ({ data, source }: MessageEvent<WebRtcWanted | null>) => {
    if (data?.type === 'webrtc-wanted' && !isFrozen && source != null && 'scriptURL' in source) {
      hold(source)
    }
  })

  container.startMessages()
  container.addEventListener('controllerchange', announce)

  // A page that is frozen, or in the back/forward cache, cannot answer.
  const leave = (): void => {
    isFrozen = true
    held.forEach((close) => {
      close()
    })
  }

  const comeBack = (): void => {
    isFrozen = false
    announceReturn()
  }

  document.addEventListener('freeze', leave)
  window.addEventListener('pagehide', leave)
  document.addEventListener('resume', comeBack)
  window.addEventListener('pageshow', comeBack)
  // Chromium does not send this event to workers.
  window.addEventListener('online', announceReturn)
  announce()
}
