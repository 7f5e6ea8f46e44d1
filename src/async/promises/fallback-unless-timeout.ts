/**
 * What a failure comes to. @throws it where the browser did not answer: what is there is not known then, and nobody may
 * go on as if there were nothing
 */
export function ifAnswered<T> (err: unknown, value: T): T {
  if ((err as Error).name === 'NoAnswerError') {
    throw err
  }

  return value
}
