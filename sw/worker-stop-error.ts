/** The browser is about to stop the worker: an answer under way ends with this error, so that no client takes a part for the whole. */
export class WorkerStopError extends Error {
  static override readonly name = 'WorkerStopError'
  override readonly name = 'WorkerStopError'
  /** of the HTTP answer, where its head is not sent yet */
  readonly status = 503

  constructor () {
    super('this browser stops the node before the answer is whole: keep a page of the node open until then')
  }
}
