import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'

/** The maximum length of a head, and of the framing of a chunked body. */
const MAX_HEAD_BYTES = 64 * 1024

export interface Http1GetOptions {
  accept: string
  /** limit of the body */
  maxBytes: number
}

export interface Http1Answer {
  status: number
  body: Uint8Array
}

interface AnswerHead {
  status: number
  /** length of the head */
  bytes: number
  isChunked: boolean
  /** length of the body; Infinity if it ends with the stream */
  length: number
}

/**
 * Sends a GET request over a byte duplex, and reads the whole answer (RFC 9112). The connection takes no other request.
 *
 * @param path - path and query
 * @throws an Error for an answer that is cut, malformed or too long; the error of the duplex
 */
export async function http1Get (
  duplex: Pick<ByteDuplex, 'write' | 'chunks'>,
  path: string,
  { accept, maxBytes }: Http1GetOptions
): Promise<Http1Answer> {
  await duplex.write(
    new TextEncoder().encode(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`
    )
  )

  const received: Uint8Array[] = []
  let length = 0
  let head: AnswerHead | undefined

  for await (const chunk of duplex.chunks) {
    received.push(chunk)
    length += chunk.byteLength
    head ??= readHead(concatBytes(received))

    if (length > (head == null ? 0 : maxBytes) + MAX_HEAD_BYTES) {
      throw new Error('the answer is too long')
    }

    if (head != null && length >= head.bytes + head.length) {
      break
    }
  }

  if (head == null) {
    throw new Error('the answer has no head')
  }

  const rest = concatBytes(received).subarray(head.bytes)
  const body = head.isChunked ? joinChunks(rest) : rest.subarray(0, head.length)

  if (body == null || (head.length !== Infinity && body.byteLength < head.length)) {
    throw new Error('the answer was cut')
  }

  return { status: head.status, body }
}

/** @returns undefined if the head is not complete */
function readHead (bytes: Uint8Array): AnswerHead | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, MAX_HEAD_BYTES))
  const [, head, status] = /^(HTTP\/1\.\d (\d{3})[^]*?\r\n)\r\n/.exec(text) ?? []

  return head == null ? undefined : {
    status: Number(status),
    bytes: head.length + 2,
    isChunked: /\r\ntransfer-encoding: *chunked *\r\n/i.test(head),
    length: Number(/\r\ncontent-length: *(\d+) *\r\n/i.exec(head)?.[1] ?? Infinity)
  }
}

/** @returns undefined if the last chunk is missing, or one is malformed */
function joinChunks (bytes: Uint8Array): Uint8Array | undefined {
  const chunks: Uint8Array[] = []

  for (let at = 0;;) {
    const end = bytes.indexOf(0x0a, at)
    const size = /^[\da-f]+/i.exec(new TextDecoder('latin1').decode(bytes.subarray(at, end)))?.[0]
    const from = end + 1
    at = from + parseInt(size ?? '', 16)

    if (end < 0 || size == null || at > bytes.byteLength) {
      return undefined
    }

    if (at === from) {
      return concatBytes(chunks)
    }

    chunks.push(bytes.subarray(from, at))
    at += '\r\n'.length
  }
}
