import { WebSocket } from 'ws'

/** Interval between measurements. */
const LOOK_MS = 200

/** Sampling interval of the heap profile, in bytes: the samples are not used. */
const NO_SAMPLES = 2 ** 30

/** Bytes in use: JavaScript objects and their buffers, after garbage collection. */
export interface ObjectMemory {
  used: () => Promise<number>
  /** Returns the maximum in use while work is running. */
  peak: (work: () => Promise<unknown>) => Promise<number>
  close: () => void
}

interface Usage {
  usedSize: number
  embedderHeapUsedSize?: number
  backingStorageSize?: number
}

/**
 * Measures the memory of the script in workerd.
 *
 * @param url - URL of its inspector
 */
export async function objectMemory (url: string): Promise<ObjectMemory> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (reason: Error) => void }>()
  let closed: Error | undefined
  let id = 0

  socket.on('message', (bytes: Buffer) => {
    const { id, result } = JSON.parse(bytes.toString()) as { id: number; result: unknown }
    waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })

  // The engine closes the connection when it ends or restarts the script. Nothing would answer the open questions.
  socket.on('close', () => {
    closed = new Error('the engine has closed the connection of the inspector')
    waiting.forEach(({ reject }) => {
      reject(closed!)
    })
    waiting.clear()
  })

  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => {
      resolve()
    })
    socket.once('error', reject)
  })

  const ask = async (method: string, params = {}): Promise<unknown> =>
    await new Promise((resolve, reject) => {
      if (closed != null) {
        reject(closed)
        return
      }

      waiting.set(++id, { resolve, reject })
      socket.send(JSON.stringify({ id, method, params }))
    })

  /**
   * Requests all in one batch, so that nothing else runs in between and creates new garbage. The engine collects
   * garbage immediately for a profile, while `HeapProfiler.collectGarbage` defers it. It profiles twice, because
   * buffers are only freed by the second collection.
   */
  const used = async (): Promise<number> => {
    const [, , usage] = await Promise.all([
      ask('HeapProfiler.getSamplingProfile'),
      ask('HeapProfiler.getSamplingProfile'),
      ask('Runtime.getHeapUsage')
    ])
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = usage as Usage
    return usedSize + embedderHeapUsedSize + backingStorageSize
  }

  await ask('Runtime.enable')
  await ask('HeapProfiler.enable')
  await ask('HeapProfiler.startSampling', { samplingInterval: NO_SAMPLES })

  return {
    used,

    async peak (work) {
      let isOver = false
      let most = 0

      const watching = (async () => {
        while (!isOver) {
          most = Math.max(most, await used())
          await new Promise((resolve) => {
            setTimeout(resolve, LOOK_MS)
          })
        }
      })()

      try {
        // A failed measurement ends the wait for work that the closed engine may never finish.
        await Promise.race([work(), watching])
      } finally {
        isOver = true
        await watching
      }

      return Math.max(most, await used())
    },

    close () {
      socket.terminate()
    }
  }
}
