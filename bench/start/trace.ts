import type { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'

const READ_BYTES = 1 << 20

/** Categories of the events that `startCost` reads. */
const CATEGORIES = ['devtools.timeline', 'v8', 'toplevel', 'blink.user_timing', 'blink.worker', '__metadata']

/** An event of Chromium's trace. All times are in µs. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** wall clock */
  ts: number
  dur?: number
  /** CPU time of the thread since its start */
  tts?: number
  /** CPU time of the event */
  tdur?: number
  args?: { name?: string; data?: { url?: string } }
}

/** Records what the threads of the browser do during some work. */
export async function traceBrowser (browser: ChromiumOverPipe, work: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { recordMode: 'recordUntilFull', includedCategories: CATEGORIES }
  })
  let complete: Promise<{ stream: string }> | undefined
  try {
    await work()
  } finally {
    complete = browser.event<{ stream: string }>('Tracing.tracingComplete')
    await browser.send('Tracing.end')
  }
  const { stream } = await complete
  const parts: string[] = []

  for (;;) {
    const { data, eof } = await browser.send<{ data: string; eof: boolean }>('IO.read', {
      handle: stream,
      size: READ_BYTES
    })
    parts.push(data)
    if (eof) {
      break
    }
  }
  await browser.send('IO.close', { handle: stream })
  return (JSON.parse(parts.join('')) as { traceEvents: TraceEvent[] }).traceEvents
}
