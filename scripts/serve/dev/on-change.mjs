/** Debounce time: an editor writes a file in several steps, and switching a branch changes many files. */
const QUIET_MS = 100

/**
 * Debounces work: runs it once for changes close together, and again for changes during a run. Never runs it
 * concurrently.
 *
 * @param {() => Promise<void>} work
 * @returns {() => void} reports a change
 */
export function onChange (work, { quietMs = QUIET_MS } = {}) {
  let timer
  let running = false
  let due = false

  async function run () {
    if (running) {
      due = true
      return
    }

    running = true

    do {
      due = false
      await work()
    } while (due)

    running = false
  }

  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, quietMs)
  }
}
