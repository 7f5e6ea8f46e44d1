import { call, chunksOf } from '../../../client/index.ts'

/** Limit of displayed text of a decoded block. */
const MAX_DECODED_CHARS = 1024 * 1024

/**
 * Returns the value at a path in a local block as dag-json, truncated if it is long.
 *
 * @throws RpcError if it cannot be decoded
 */
export async function readDecoded (
  path: string,
  { signal }: { signal: AbortSignal }
): Promise<{ text: string; isCut: boolean }> {
  const { body } = await call('dag/get', { args: [path], options: { offline: true }, files: [], signal })
  const decoder = new TextDecoder()
  let json = ''

  for await (const chunk of chunksOf(body)) {
    json += decoder.decode(chunk.subarray(0, 4 * MAX_DECODED_CHARS), { stream: true })
    if (json.length > MAX_DECODED_CHARS) {
      break
    }
  }

  return { text: json.slice(0, MAX_DECODED_CHARS), isCut: json.length > MAX_DECODED_CHARS }
}

/**
 * Returns the bytes of a local block.
 *
 * @throws RpcError if it is missing
 * @throws AnswerCutError if the node stops
 */
export async function readBlock (cid: string, { signal }: { signal: AbortSignal }): Promise<Uint8Array> {
  const { body } = await call('block/get', { args: [cid], options: { offline: true }, files: [], signal })
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(body)) {
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}
