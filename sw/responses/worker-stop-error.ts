import { defineError } from '../../src/errors/define-error.ts'

/**
 * Thrown if the browser is about to stop the worker. It ends answers in progress, so that no client mistakes a part for
 * the whole.
 */
export class WorkerStopError extends defineError('WorkerStopError') {
  /** status of the HTTP answer, if its head is not sent yet */
  readonly status = 503

  constructor () {
    super('this browser stops the node before the answer is whole: keep a page of the node open until then')
  }
}
