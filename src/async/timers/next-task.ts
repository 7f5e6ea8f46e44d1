/** Global functions that only some environments have: Node the first, workerd the second. */
interface Globals {
  setImmediate?: (callback: () => void) => void
  scheduler?: { wait?: (ms: number) => Promise<void> }
}

const { setImmediate, scheduler } = globalThis as Globals

/** Resolves in the next task of the event loop: after all promises that can settle without an external event. */
export const nextTask: () => Promise<void> = chooseNextTask()

function chooseNextTask (): () => Promise<void> {
  if (setImmediate != null) {
    return async () => {
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    }
  }

  // In workerd a message belongs to the request that sent it. If that request ended, the message would be lost, and
  // every other waiting caller would hang.
  if (scheduler?.wait != null) {
    return async () => {
      await scheduler.wait?.(0)
    }
  }

  return nextTaskByMessage()
}

/** Uses a message, because browsers delay nested timers by 4 ms. */
function nextTaskByMessage (): () => Promise<void> {
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
