import { call, chunksOf } from '../../client/index.ts'

/** A page is no place for a whole block of megabytes. */
const MAX_DECODED_CHARS = 1024 * 1024

/** The value at a place in a block that is here, as dag-json, cut where it is long. @throws RpcError where it cannot be decoded */
export async function readDecoded (path: string, { signal }: { signal: AbortSignal }): Promise<{ text: string, isCut: boolean }> {
  const { body } = await call('dag/get', { args: [path], options: { offline: true }, files: [], signal })
  const decoder = new TextDecoder()
  let json = ''

  for await (const chunk of chunksOf(body)) {
    json += decoder.decode(chunk.subarray(0, 4 * MAX_DECODED_CHARS), { stream: true })
    if (json.length > MAX_DECODED_CHARS) break
  }

  return { text: json.slice(0, MAX_DECODED_CHARS), isCut: json.length > MAX_DECODED_CHARS }
}

/** The bytes of a block that is here. @throws RpcError where it is not any more; AnswerCutError where the node goes away */
export async function readBlock (cid: string, { signal }: { signal: AbortSignal }): Promise<Uint8Array> {
  const { body } = await call('block/get', { args: [cid], options: { offline: true }, files: [], signal })
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(body)) chunks.push(chunk)
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}
