/** Global functions that only some environments have: Node the first, workerd the second. */
interface Globals {
  setImmediate?: (callback: () => void) => void
  scheduler?: { wait?: (ms: number) => Promise<void> }
}

const { setImmediate, scheduler } = globalThis as Globals

/** Comes when all that is ready has been done: behind the promises that can settle without anything from outside. */
export const nextTask: () => Promise<void> = setImmediate != null
  ? async () => {
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
  }
  // there a message belongs to the request that sent it: one that is lost with its request would leave all that wait
  // with it for ever
  : scheduler?.wait != null
  ? async () => {
    await scheduler.wait?.(0)
  }
  : byMessage()

/**
 * Where there is no `setImmediate`: a timer of a browser takes 4 ms when it is set again and again, a message does not.
 */
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
