/** Nothing that a run asks for takes longer on a busy machine; what does has no end. */
const END_MS = 120_000

/** Something that did not end. */
export class EndlessError extends Error {
  static override readonly name = 'EndlessError'
  override readonly name = 'EndlessError'
}

/** Waits for what has to end. @throws EndlessError, which names it, when it does not */
export async function ending<T> (what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => { reject(new EndlessError(`no end of ${what.slice(0, 80)} after ${END_MS / 1000} s`)) }, END_MS)
  })
  work.catch(() => {}) // told by the race, unless it is over already

  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
