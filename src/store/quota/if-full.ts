/** Goes on where a disk, or what the browser lets this origin have of it, is full. @throws what is anything else */
export function ifFull (err: unknown): void {
  if ((err as Error).name !== 'QuotaExceededError') {
    throw err
  }
}
