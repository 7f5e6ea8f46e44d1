import { cuttableResponse } from './cuttable-response.ts'

/**
 * Returns the same response. Calls `ended` once, when the body was read to its end, broke, or was cancelled and its source has
 * heard of that.
 */
export function whenBodyEnds (response: Response, ended: () => void): Response {
  return cuttableResponse(response, { ended }).response
}
