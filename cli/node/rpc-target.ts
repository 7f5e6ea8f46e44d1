import { textLines } from '../../src/client/body/text-lines.ts'
import { defineError } from '../../src/errors/define-error.ts'

/** Arguments (`arg`) and options of a command, in their order. */
export type RpcQuery = ReadonlyArray<readonly [name: string, value: string]>

/** A request body. */
export interface RpcBody {
  contentType: string
  bytes: AsyncIterable<Uint8Array>
}

/** The error that a node answers with. */
export class RpcFailure extends defineError('RpcFailure') {}

/** A node that commands work on: a repo in a folder, or a node elsewhere. */
export interface RpcTarget {
  /** its place, for messages */
  place: string
  /**
   * Calls a command of the RPC API.
   *
   * @returns the bytes of its answer, whose end throws the error of an answer that breaks
   * @throws RpcFailure with the error of the node
   */
  call: (command: string, query?: RpcQuery, body?: RpcBody) => Promise<AsyncIterable<Uint8Array>>
  close: () => Promise<void>
}

/** Yields the JSON lines of an answer. */
export async function* jsonLines<T> (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  for await (const line of textLines(bytes)) {
    yield JSON.parse(line) as T
  }
}

/** Calls a command with a single JSON value as its answer. */
export async function callOne<T> (
  target: RpcTarget,
  command: string,
  query: RpcQuery = [],
  body?: RpcBody
): Promise<T> {
  for await (const value of jsonLines<T>(await target.call(command, query, body))) {
    return value
  }

  throw new RpcFailure(`${command}: ${target.place} gave no answer`)
}

/** Calls a command, and reads its answer to the end. */
export async function callAll<T> (
  target: RpcTarget,
  command: string,
  query: RpcQuery = [],
  body?: RpcBody
): Promise<T[]> {
  const values: T[] = []

  for await (const value of jsonLines<T>(await target.call(command, query, body))) {
    values.push(value)
  }

  return values
}

/** Returns the error of an answer: the message of its JSON, or its text. */
export function failureOf (command: string, status: number, text: string): RpcFailure {
  try {
    const { Message } = JSON.parse(text) as { Message?: string }

    if (Message != null) {
      return new RpcFailure(`${command}: ${Message}`)
    }
  } catch {
    // No answer of an RPC command.
  }

  return new RpcFailure(`${command}: status ${status} ${text.trim().split('\n')[0].slice(0, 200)}`)
}

/** Encodes a query. */
export function queryText (query: RpcQuery): string {
  return query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
}

/**
 * Yields the bytes of an answer.
 *
 * @param failure - returns the error of the trailer, which arrives after the bytes
 * @throws RpcFailure if there is one
 */
export async function* checkedBody (
  command: string,
  bytes: AsyncIterable<Uint8Array>,
  failure: () => string | string[] | undefined
): AsyncGenerator<Uint8Array> {
  yield* bytes
  const message = failure()

  if (message != null) {
    throw new RpcFailure(`${command}: ${String(message)}`)
  }
}
