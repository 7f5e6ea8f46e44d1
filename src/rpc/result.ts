import type { WithRows } from '../go/json-rows.ts'

/** What a command answers; it selects the preamble of the response (go-ipfs-cmds `http/responseemitter.go`). */
export type Result<V = unknown> =
  | { kind: 'once', value: V }
  | { kind: 'large', value: unknown }
  | { kind: 'stream', values: AsyncIterable<V>, headAtOnce?: boolean }
  | { kind: 'bytes', body: AsyncIterable<Uint8Array> | Blob, contentType?: string, length?: number | bigint }

/** One value (Kubo's `EmitOnce`): a JSON body without stream headers. */
export function once<V> (value: V): Result<V> {
  return { kind: 'once', value }
}

/**
 * One value as by `once`, the same on the wire, with lists or maps (`JsonRows`) that are written as they are sent. What can fail
 * is done before.
 */
export function large<V> (value: WithRows<V>): Result<V> {
  return { kind: 'large', value }
}

/** Values as they come: a JSON value a line, `X-Chunked-Output: 1`. An error before the first value is an ordinary error answer. */
export function stream<V> (values: AsyncIterable<V>): Result<V> {
  return { kind: 'stream', values }
}

/** Values that may be long in coming: the head does not wait for the first one (Kubo's commands that `Flush`). */
export function streamAtOnce<V> (values: AsyncIterable<V>): Result<V> {
  return { kind: 'stream', values, headAtOnce: true }
}

/** One value as the only one of a stream: Kubo's commands that `Emit` and do not `EmitOnce`. */
export function emitted<V> (value: V): Result<V> {
  return stream((async function * () { yield value })())
}

/** No value at all: Kubo's answer of a command that returns without emitting, 200 with `X-Chunked-Output: 1` and no body. */
export function nothing<V> (): Result<V> {
  return { kind: 'stream', values: none() }
}

/**
 * Bytes as they are, `X-Stream-Output: 1`.
 *
 * @param body - a Blob goes out past the worker; what is wrong with it breaks the body
 * @param options.contentType - in place of text/plain
 * @param options.length - number of bytes, sent as `X-Content-Length`
 */
export function bytes<V> (body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Blob, options: { contentType?: string, length?: number | bigint } = {}): Result<V> {
  return { kind: 'bytes', body: body instanceof Blob || Symbol.asyncIterator in body ? body : each(body), ...options }
}

async function * none (): AsyncGenerator<never> {}

async function * each<T> (items: Iterable<T>): AsyncGenerator<T> {
  yield * items
}
