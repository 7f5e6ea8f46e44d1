import type { Env, WorkerContext } from '../engine/edge-types.ts'
import { boundedBody } from '../request/bounded-body.ts'
import { answerUpload } from './front-upload.ts'
import { answerBucketCall, isBucketCall } from './import/bucket-import.ts'
import { isUpload } from './upload-commands.ts'
import { uploadPlaces } from './upload-places.ts'

/**
 * Answers a request to the RPC that the front handles: an upload, or a call about an object of the bucket.
 *
 * @param askNode - has the node run the command of an upload
 * @returns undefined if the node handles the request alone
 */
export async function answerWrite (
  request: Request,
  env: Env,
  ctx: WorkerContext,
  askNode: (request: Request) => Promise<Response>
): Promise<Response | undefined> {
  if (isBucketCall(request)) {
    return await answerBucketCall(request, env)
  }

  const { BLOCKS } = env

  const leave = BLOCKS != null && isUpload(request) ? uploadPlaces.take(request) : undefined
  return leave == null
    ? undefined
    : await answerUpload(boundedBody(request), { bucket: BLOCKS!, ctx, leave, askNode })
}
