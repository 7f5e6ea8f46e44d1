/** The message of what a step throws; for messages that must be equal and not only alike. */
export function messageOf (step: () => unknown): string {
  try {
    return `no error, but ${String(step())}`
  } catch (err) {
    return (err as Error).message
  }
}
