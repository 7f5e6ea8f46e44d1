import { expect, test } from 'vitest'
import { ANSWERED, startCost } from './start-cost.ts'
import type { TraceEvent } from './trace.ts'

const ORIGIN = 'http://node.localhost:1'
const WORKER = { pid: 1, tid: 2 }

function scriptEvent (script: string, times: Partial<TraceEvent>): TraceEvent {
  return { name: 'EvaluateScript', ...WORKER, ts: 0, args: { data: { url: `${ORIGIN}/${script}` } }, ...times }
}

const EVENTS: TraceEvent[] = [
  { name: 'thread_name', ...WORKER, ts: 0, args: { name: 'ServiceWorker thread' } },
  scriptEvent('sw.js', { ts: 1000, dur: 40_000, tts: 500, tdur: 20_000 }),
  scriptEvent('deferred.js?1', { ts: 2000, dur: 5000, tts: 900, tdur: 3000 }),
  scriptEvent('swarm.js?1', { ts: 60_000, dur: 5000, tts: 30_000, tdur: 4000 }),
  { name: 'RunTask', ...WORKER, ts: 70_000, dur: 50_000, tts: 36_000, tdur: 9000 },
  { name: ANSWERED, pid: 1, tid: 1, ts: 100_000, tts: 99_000 },
  { name: 'RunTask', ...WORKER, ts: 130_000, dur: 1, tts: 60_000, tdur: 1 }
]

test('counts the CPU time of the worker until the answer, and each script once', () => {
  expect(startCost(EVENTS, ORIGIN)).toEqual({
    cpu: 36,
    evaluation: 24,
    scripts: ['sw.js', 'deferred.js', 'swarm.js']
  })
})

test('refuses a trace without a start', () => {
  expect(() => startCost(EVENTS, 'http://other.localhost:1')).toThrow('no start of a worker')
  expect(() => startCost(EVENTS.filter(({ name }) => name !== ANSWERED), ORIGIN)).toThrow('no start of a worker')
})
