import type { Env, WorkerContext } from '../engine/edge-types.ts'
import { boundedBody } from '../request/bounded-body.ts'
import { answerUpload } from './front-upload.ts'
import { answerBucketImport, isBucketImport } from './import/bucket-import.ts'
import { isUpload } from './upload-commands.ts'
import { uploadPlaces } from './upload-places.ts'

/**
 * Answers a request to the RPC that the front handles: an upload, or an import from the bucket.
 *
 * @param askNode - has the node run the command of an upload
 * @returns undefined if the node handles the request alone
 */
export async function answerWrite (
  request: Request,
  { BLOCKS, IMPORT }: Env,
  ctx: WorkerContext,
  askNode: (request: Request) => Promise<Response>
): Promise<Response | undefined> {
  if (isBucketImport(request)) {
    return await answerBucketImport(request, IMPORT)
  }

  const leave = BLOCKS != null && isUpload(request) ? uploadPlaces.take(request) : undefined
  return leave == null
    ? undefined
    : await answerUpload(boundedBody(request), { bucket: BLOCKS!, ctx, leave, askNode })
}
