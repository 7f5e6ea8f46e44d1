/**
 * Returns the result, or undefined for a `NotFoundError`, which datastores and blockstores throw.
 *
 * @throws any other error
 */
export async function ifFound<T> (find: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (err) {
    if ((err as Error).name === 'NotFoundError') {
      return undefined
    }

    throw err
  }
}
