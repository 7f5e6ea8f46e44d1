/**
 * Returns a default value for a failed question, unless the browser did not answer at all.
 *
 * @throws NoAnswerError: the state is unknown then, and callers must not continue as if there were nothing
 */
export function ifAnswered<T> (err: unknown, value: T): T {
  if ((err as Error).name === 'NoAnswerError') {
    throw err
  }

  return value
}
