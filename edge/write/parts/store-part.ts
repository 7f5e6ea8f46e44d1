import { plainError } from '../../../src/rpc/response/plain-responses.ts'
import type { PartsBucket } from './parts-bucket.ts'

/**
 * Stores one part of an upload: the body of the request goes to the bucket, and is not held in memory.
 *
 * @param askUpload - asks the object of the upload (`PartUploads`)
 */
export async function storePart (
  request: Request,
  bucket: PartsBucket,
  askUpload: (call: string, query: Record<string, string>) => Promise<Response>
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const [name, part] = ['arg', 'part'].map((key) => searchParams.get(key) ?? '')
  const size = request.headers.get('content-length')
  const granted = refusePart(request) ?? await askUpload('part', { part, size: size! })

  if (!granted.ok || request.body == null) {
    await request.body?.cancel()
    return granted
  }

  const { Upload: id } = await granted.json() as { Upload: string }

  try {
    const { etag } = await bucket.resumeMultipartUpload(name, id).uploadPart(Number(part), request.body)
    return await askUpload('part-stored', { part, size: size!, upload: id, etag })
  } catch (err) {
    return plainError(`part ${part} was not stored, send it again: ${(err as Error).message}`, 503)
  }
}

function refusePart ({ headers, body }: Request): Response | undefined {
  if (headers.get('content-type')?.toLowerCase().startsWith('multipart/') === true) {
    return plainError('the body of a part is its bytes, without a form', 400)
  }

  if (body == null) {
    return plainError('a part needs a body', 400)
  }

  // The bucket has to know the length of a stream.
  return headers.has('content-length') ? undefined : plainError('411 Length Required', 411)
}
