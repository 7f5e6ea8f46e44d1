/** Thrown by the work of a job that cannot go on before a person has done something: it waits then, and is done again from its arguments. */
export class JobWaitsError extends Error {
  static override readonly name = 'JobWaitsError'
  override readonly name = 'JobWaitsError'
}
