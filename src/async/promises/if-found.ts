/** What is found; undefined for a `NotFoundError`, as datastores and blockstores throw it. @throws any other error */
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
