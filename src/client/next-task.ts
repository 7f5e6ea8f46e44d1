/** Resolves in a task of its own, behind what a person did meanwhile. By a message: timers of pages in the background wait for up to a minute. */
export async function nextTask (): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}
