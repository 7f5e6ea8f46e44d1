import { expect, it } from 'vitest'
import { askWorker, WorkerEndedError } from './ask-worker.ts'

const TIMEOUT_MS = 10_000

it('returns the answer', async () => {
  const worker = {
    postMessage (_message: unknown, [port]: Transferable[]) {
      ;(port as MessagePort).postMessage({ type: 'room', full: true })
    }
  } as unknown as ServiceWorker
  expect(await askWorker(worker, { type: 'room' }, { timeoutMs: TIMEOUT_MS, failsOnClose: true })).toEqual({
    type: 'room',
    full: true
  })
})

it('rejects at once if the worker ends, on request', async () => {
  const worker = {
    postMessage (_message: unknown, [port]: Transferable[]) {
      ;(port as MessagePort).close()
    }
  } as unknown as ServiceWorker
  await expect(askWorker(worker, { type: 'room' }, { timeoutMs: TIMEOUT_MS, failsOnClose: true })).rejects
    .toBeInstanceOf(WorkerEndedError)
  // The ports of other workers are also closed when they ignore a question.
  await expect(askWorker(worker, { type: 'room' }, { timeoutMs: 50 })).rejects.not.toBeInstanceOf(WorkerEndedError)
})
