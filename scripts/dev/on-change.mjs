/** An editor writes a file in several steps, and a branch that is checked out changes many. */
const QUIET_MS = 100

/**
 * Runs work after changes: once for those that come together, and again for those that come while it runs; never twice at a time.
 *
 * @param {() => Promise<void>} work
 * @returns {() => void} tells of a change
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
