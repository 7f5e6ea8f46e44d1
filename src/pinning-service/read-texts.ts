import { badRequest } from './bad-request.ts'

/** As the API has it. */
const MAX_PROPERTIES = 1000

/** An object of texts, such as the metadata of a pin. @param what - as it is called in the words of the error. @throws ServiceError */
export function readTexts (value: unknown, what: string): Record<string, string> {
  const entries = typeof value === 'object' && value != null && !Array.isArray(value) ? Object.entries(value) : undefined

  if (entries == null || entries.length > MAX_PROPERTIES || entries.some(([, text]) => typeof text !== 'string')) {
    throw badRequest(`${what} has to be an object of ${MAX_PROPERTIES} texts at most`)
  }

  return Object.fromEntries(entries as Array<[string, string]>)
}
