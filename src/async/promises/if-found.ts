import { isError, NOT_FOUND } from '../../errors/define-error.ts'

/**
 * Returns the result, or undefined for a `NotFoundError`, which datastores and blockstores throw.
 *
 * @throws any other error
 */
export async function ifFound<T> (find: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (err) {
    if (isError(err, NOT_FOUND)) {
      return undefined
    }

    throw err
  }
}
