/** Returns the message of the error that a step throws, for exact comparisons. */
export function messageOf (step: () => unknown): string {
  try {
    return `no error, but ${String(step())}`
  } catch (err) {
    return (err as Error).message
  }
}
