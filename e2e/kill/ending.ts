/** Timeout of every request of a run, long enough for a busy machine. */
const END_MS = 120_000

/** A request or step that did not end. */
export class EndlessError extends Error {
  static override readonly name = 'EndlessError'
  override readonly name = 'EndlessError'
}

/**
 * Waits for work that must end.
 *
 * @throws EndlessError with its name, if it does not end in time
 */
export async function ending<T> (title: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EndlessError(`no end of ${title.slice(0, 80)} after ${END_MS / 1000} s`))
    }, END_MS)
  })
  work.catch(() => {}) // The race reports its error, unless it timed out.

  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
