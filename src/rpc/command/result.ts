import { emptyGenerator } from '../../async/iteration/empty-generator.ts'
import { toAsyncGenerator } from '../../async/iteration/to-async-generator.ts'
import type { WithRows } from '../../go/json/json-rows.ts'

/** The result of a command; its kind selects the headers of the response (go-ipfs-cmds `http/responseemitter.go`). */
export type Result<V = unknown> =
  | { kind: 'once'; value: V }
  | { kind: 'large'; value: unknown }
  | { kind: 'stream'; values: AsyncIterable<V>; headAtOnce?: boolean }
  | { kind: 'bytes'; body: AsyncIterable<Uint8Array> | Blob; contentType?: string; length?: number | bigint }

/** Returns one value (Kubo's `EmitOnce`): a JSON body without stream headers. */
export function singleResult<V> (value: V): Result<V> {
  return { kind: 'once', value }
}

/**
 * Returns one value that contains lists or maps (`JsonRows`), which are encoded while they are sent. On the wire it is
 * identical to `singleResult`. Everything that can fail must be done before.
 */
export function largeResult<V> (value: WithRows<V>): Result<V> {
  return { kind: 'large', value }
}

/**
 * Returns a stream of values: one JSON value a line, `X-Chunked-Output: 1`. An error before the first value is an
 * ordinary error response.
 */
export function streamResult<V> (values: AsyncIterable<V>): Result<V> {
  return { kind: 'stream', values }
}

/** Returns a stream that sends its head before the first value, which may take long (Kubo's commands that `Flush`). */
export function flushedStreamResult<V> (values: AsyncIterable<V>): Result<V> {
  return { kind: 'stream', values, headAtOnce: true }
}

/** Returns a stream of one value: for Kubo's commands that use `Emit` instead of `EmitOnce`. */
export function emittedResult<V> (value: V): Result<V> {
  return streamResult((async function* () {
    yield value
  })())
}

/** Returns no value: Kubo's response of a command that emits nothing, 200 with `X-Chunked-Output: 1` and no body. */
export function emptyResult<V> (): Result<V> {
  return { kind: 'stream', values: emptyGenerator() }
}

/**
 * Returns raw bytes, `X-Stream-Output: 1`.
 *
 * @param body - a Blob is sent without passing through the worker; a failed read breaks the body
 * @param options.contentType - replaces text/plain
 * @param options.length - number of bytes, sent as `X-Content-Length`
 */
export function bytesResult<V> (
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Blob,
  options: { contentType?: string; length?: number | bigint } = {}
): Result<V> {
  return {
    kind: 'bytes',
    body: body instanceof Blob || Symbol.asyncIterator in body ? body : toAsyncGenerator(body),
    ...options
  }
}
