import type { Ping, PingWanted } from './messages.ts'

let listens = false

/**
 * Answers each `ping-wanted` of a worker with a ping, which the browser counts as an event and so lets the worker live on. The
 * worker asks while answers are under way. Listens once per page, however often it is called; no effect without service workers.
 */
export function answerPings (): void {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined

  // no container in an insecure context, and only a part of one in tests and other shells
  if (listens || typeof container?.startMessages !== 'function') {
    return
  }

  listens = true

  container.addEventListener('message', ({ data, source }: MessageEvent<PingWanted | null>) => {
    if (data?.type === 'ping-wanted' && source != null && 'scriptURL' in source) {
      source.postMessage({ type: 'ping' } satisfies Ping)
    }
  })

  container.startMessages()
}
