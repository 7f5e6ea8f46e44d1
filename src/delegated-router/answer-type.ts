import { parseMediaType } from '../http/headers/media-type.ts'

export const JSON_TYPE = 'application/json'
export const NDJSON_TYPE = 'application/x-ndjson'

/**
 * Selects the media type of a list of records: lines if the client accepts them, else one document (boxo
 * `routing/http/server/server.go`, `detectResponseType`).
 *
 * @param accept - the `Accept` header; null without one
 * @throws an Error if the header is malformed, or names neither type
 */
export function answerType (accept: string | null): typeof JSON_TYPE | typeof NDJSON_TYPE {
  if (accept == null) {
    return JSON_TYPE
  }

  const types = accept.split(',').map((item) => {
    const { type, error } = parseMediaType(item)

    if (error != null) {
      throw new Error(`unable to parse Accept header: ${error}`)
    }

    return type
  })

  if (types.includes(NDJSON_TYPE)) {
    return NDJSON_TYPE
  }

  if (types.includes(JSON_TYPE) || types.includes('*/*')) {
    return JSON_TYPE
  }

  throw new Error('no supported content types')
}
