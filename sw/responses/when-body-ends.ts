import { cuttableResponse } from './abortable-response.ts'

/**
 * Returns the same response. Calls `ended` once, after the body was read, broke, or was cancelled and its source was
 * notified.
 */
export function whenBodyEnds (response: Response, ended: () => void): Response {
  return cuttableResponse(response, { ended }).response
}
