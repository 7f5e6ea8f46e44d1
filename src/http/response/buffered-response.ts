import { blobResponse, isBlobResponse } from './blob-response.ts'
import { isSaved } from './is-download.ts'

/**
 * Matches media that players stream. A player requests the rest by a range if its stream ends early, and starts before
 * it has the whole file.
 */
const PLAYED = /^\s*(?:audio|video)\//i

/**
 * Reads a body to its end. Returns the same response over a Blob, which the browser can read even after the worker has
 * stopped. Leaves audio, video and downloads unchanged.
 *
 * @throws the error of the body
 */
export async function bufferedResponse (response: Response): Promise<Response> {
  if (
    response.body == null || isBlobResponse(response) || isSaved(response) ||
    PLAYED.test(response.headers.get('content-type') ?? '')
  ) {
    return response
  }

  const { status, statusText, headers } = response
  return blobResponse(await response.blob(), { status, statusText, headers })
}
