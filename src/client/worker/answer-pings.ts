import type { Ping, PingWanted } from '../protocol/messages.ts'

let listens = false

/**
 * Answers each `ping-wanted` message of a worker with a ping, which the browser counts as an event and which keeps the
 * worker alive. Workers send it during answers. Listens once per page, however often it is called. No effect without
 * service workers.
 */
export function answerPings (): void {
  const container = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined

  // There is no container in an insecure context, and an incomplete one in tests and other environments.
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
