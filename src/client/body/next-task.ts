/**
 * Resolves in a new task, after pending user input. Uses a message, because timers of background pages are delayed by
 * up to a minute.
 */
export async function nextTask (): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}
