/**
 * Measures the heap of a service worker (JavaScript objects and their buffers) during some work.
 *
 * @param {import('playwright').Browser} browser
 * @param {() => Promise<void>} work
 * @param {{ live?: boolean }} [options] live: collects garbage before each sample, so that only live objects count;
 *   slow
 * @returns {Promise<{ baseMb: number, peakMb: number, objectsMb: number }>} megabytes before the work and at the peak;
 *   objectsMb: growth of the JavaScript objects at their own peak
 */
export async function workerHeap (browser, scriptUrl, work, { live = false } = {}) {
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  const target = targetInfos.find(({ type, url }) => type === 'service_worker' && url === scriptUrl)

  if (target == null) {
    throw new Error(`no worker ${scriptUrl} is running`)
  }

  const { sessionId } = await session.send('Target.attachToTarget', { targetId: target.targetId, flatten: false })
  const waiting = new Map()
  let id = 0

  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message)
    waiting.get(answer.id)?.(answer.result)
  })

  const ask = async (method) =>
    await new Promise((resolve) => {
      waiting.set(++id, resolve)
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) }).catch(() => {})
    })

  const sample = async () => {
    if (live) {
      await ask('HeapProfiler.collectGarbage')
    }
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage')
    return { objects: usedSize / 1e6, all: (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6 }
  }

  await ask('HeapProfiler.collectGarbage')
  const base = await sample()
  const peak = { ...base }

  const look = async () => {
    const { objects, all } = await sample()
    peak.objects = Math.max(peak.objects, objects)
    peak.all = Math.max(peak.all, all)
  }

  const timer = setInterval(() => {
    look().catch(() => {})
  }, 200)

  try {
    await work()
  } finally {
    clearInterval(timer)
    await session.detach()
  }

  return { baseMb: base.all, peakMb: peak.all, objectsMb: peak.objects - base.objects }
}
