const INTERVAL_MS = 500

/**
 * Samples the heap of a page's worker: JavaScript objects and their buffers.
 *
 * @param {import('playwright').Page} page before it starts its worker
 * @returns {Promise<{ stop: () => Promise<number> }>} `stop` returns the peak in bytes
 */
export async function watchHeap (page) {
  const session = await page.context().newCDPSession(page)
  const waiting = new Map()
  let id = 0
  let peak = 0
  let worker

  session.on('Target.attachedToTarget', ({ sessionId }) => {
    worker = sessionId
  })
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message)
    waiting.get(answer.id)?.(answer.result)
    waiting.delete(answer.id)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })

  const look = async () => {
    if (worker != null) {
      const usage = await new Promise((resolve) => {
        waiting.set(++id, resolve)
        session.send('Target.sendMessageToTarget', {
          sessionId: worker,
          message: JSON.stringify({ id, method: 'Runtime.getHeapUsage' })
        }).catch(() => {
          resolve()
        })
      })
      peak = Math.max(peak, (usage?.usedSize ?? 0) + (usage?.backingStorageSize ?? 0))
    }
  }
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = look()
  }, INTERVAL_MS)

  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.race([
        looking,
        new Promise((resolve) => {
          setTimeout(resolve, INTERVAL_MS)
        })
      ])
      return peak
    }
  }
}
