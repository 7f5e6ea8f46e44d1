import { badRequest } from './service-error.ts'

/** The limit of the API. */
const MAX_PROPERTIES = 1000

/**
 * Parses an object with text values, such as the metadata of a pin.
 *
 * @param field - its name in the error message
 * @throws ServiceError
 */
export function readTexts (value: unknown, field: string): Record<string, string> {
  const entries = typeof value === 'object' && value != null && !Array.isArray(value)
    ? Object.entries(value)
    : undefined

  if (entries == null || entries.length > MAX_PROPERTIES || entries.some(([, text]) => typeof text !== 'string')) {
    throw badRequest(`${field} has to be an object of ${MAX_PROPERTIES} texts at most`)
  }

  return Object.fromEntries(entries as Array<[string, string]>)
}
