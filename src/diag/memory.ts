/** Bytes of the heap, if this runtime reports them: only Chromium does among browsers. */
export interface MemoryFacts {
  usedBytes?: number
  totalBytes?: number
  limitBytes?: number
}

interface ChromiumMemory {
  usedJSHeapSize: number
  totalJSHeapSize: number
  jsHeapSizeLimit: number
}
interface NodeProcess {
  memoryUsage?: () => { heapUsed: number; heapTotal: number }
}

export function memoryFacts (): MemoryFacts {
  const { memory } = performance as Performance & { memory?: ChromiumMemory }

  if (memory != null) {
    return { usedBytes: memory.usedJSHeapSize, totalBytes: memory.totalJSHeapSize, limitBytes: memory.jsHeapSizeLimit }
  }

  const usage = (globalThis as { process?: NodeProcess }).process?.memoryUsage?.()
  return usage == null ? {} : { usedBytes: usage.heapUsed, totalBytes: usage.heapTotal }
}
