/** Global functions that only some environments have: Node the first, workerd the second. */
interface Globals {
  setImmediate?: (callback: () => void) => void
  scheduler?: { wait?: (ms: number) => Promise<void> }
}

const { setImmediate, scheduler } = globalThis as Globals

/** Resolves in a later task, after all promises that settle without external events. */
export const nextTask: () => Promise<void> = setImmediate != null
  ? async () => {
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  }
  // In workerd a message belongs to the request that sent it. If it were lost with its request, all waiters would wait
  // forever.
  : scheduler?.wait != null
  ? async () => {
    await scheduler.wait?.(0)
  }
  : byMessage()

/** Uses a message if there is no `setImmediate`: repeated timers of a browser take 4 ms each, messages do not. */
function byMessage (): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  let waiting: Array<() => void> = []

  port1.onmessage = () => {
    const due = waiting
    waiting = []
    due.forEach((resolve) => {
      resolve()
    })
  }

  return async () => {
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) {
        port2.postMessage(undefined)
      }
    })
  }
}
