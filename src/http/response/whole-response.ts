import { blobResponse, isBlobResponse } from './blob-response.ts'
import { isSaved } from './is-download.ts'

/** A player asks for the rest by a range when its stream ends early, and wants to begin before it has the whole. */
const PLAYED = /^\s*(?:audio|video)\//i

/**
 * Reads a body to its end. Returns the same response over a Blob, which the browser reads even when the worker is
 * stopped. Leaves audio, video and files that are saved as they are.
 *
 * @throws what the body breaks with
 */
export async function wholeResponse (response: Response): Promise<Response> {
  if (
    response.body == null || isBlobResponse(response) || isSaved(response) ||
    PLAYED.test(response.headers.get('content-type') ?? '')
  ) {
    return response
  }

  const { status, statusText, headers } = response
  return blobResponse(await response.blob(), { status, statusText, headers })
}
