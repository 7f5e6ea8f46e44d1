import { WebSocket } from 'ws'

/** The next look is so long behind one. */
const LOOK_MS = 200

/** Bytes between two samples of what is allocated: the profile is not what is looked at. */
const NO_SAMPLES = 2 ** 30

/** Bytes in use: objects of JavaScript and the buffers behind them, garbage collected before each look. */
export interface ObjectMemory {
  used: () => Promise<number>
  /** The most that is in use while something goes on. */
  peak: (work: () => Promise<unknown>) => Promise<number>
  close: () => void
}

interface Usage {
  usedSize: number
  embedderHeapUsedSize?: number
  backingStorageSize?: number
}

/** Looks at the memory of what workerd runs. @param url - of its inspector */
export async function objectMemory (url: string): Promise<ObjectMemory> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: unknown) => void>()
  let id = 0

  socket.on('message', (bytes: Buffer) => {
    const { id, result } = JSON.parse(bytes.toString()) as { id: number, result: unknown }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })

  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => { resolve() })
    socket.once('error', reject)
  })

  const ask = async (method: string, params = {}): Promise<unknown> => await new Promise((resolve) => {
    waiting.set(++id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
  })

  /**
   * All in one go, so that nothing else of the object runs in between: on a busy machine it makes 60 MB of new garbage while an answer is on its way. To give its
   * profile the engine collects there and then, where `HeapProfiler.collectGarbage` has it done a while later. Buffers go behind a collection, and are gone at the next.
   */
  const used = async (): Promise<number> => {
    const [, , usage] = await Promise.all([ask('HeapProfiler.getSamplingProfile'), ask('HeapProfiler.getSamplingProfile'), ask('Runtime.getHeapUsage')])
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
          await new Promise((resolve) => { setTimeout(resolve, LOOK_MS) })
        }
      })()

      try {
        await work()
      } finally {
        isOver = true
        await watching
      }

      return Math.max(most, await used())
    },

    close () { socket.terminate() }
  }
}
