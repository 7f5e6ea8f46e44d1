/**
 * Closes one after the other, and continues after errors.
 *
 * @throws the first error
 */
export async function closeAll (closings: ReadonlyArray<() => Promise<void> | void>): Promise<void> {
  const errors: unknown[] = []

  for (const close of closings) {
    try {
      await close()
    } catch (err) {
      errors.push(err)
    }
  }

  if (errors.length > 0) {
    throw errors[0]
  }
}
