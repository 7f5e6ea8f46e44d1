import { CarBlockIterator } from '@ipld/car'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { readTar } from '../dag/read-tar.ts'
import { parseJsonLines } from '../http/json-lines.ts'
import type { Variables } from '../replay/golden-body.ts'
import type { Answered } from '../replay/golden-compare.ts'
import type { GoldenCar, GoldenResponse, Step } from '../replay/golden-types.ts'

/** Headers of RPC answers that a record keeps. */
const RPC_HEADERS = ['content-type', 'x-chunked-output', 'x-stream-output', 'x-content-length']

/** Headers of gateway answers that a record omits: they depend on the server, or are the same everywhere. */
const OMITTED = /^(date|server|connection|keep-alive|transfer-encoding|vary|access-control-.*|last-modified)$/

/** Longest body that a record contains; of a longer one it has the hash. */
const MAX_BODY = 4096

/** Shortest value that is replaced by the name of its variable. */
const MIN_VARIABLE = 8

/**
 * Converts an answer to its record, in the form that the step's mode of comparison needs.
 *
 * @throws an Error for `links`, whose record is written by hand
 */
export async function recordedAnswer (answer: Answered, step: Step, variables: Variables): Promise<GoldenResponse> {
  const { status, headers, trailers, broken } = answer
  const isRpc = step.request?.api !== 'gateway'
  const kept = [...headers].filter(([name]) => isRpc ? RPC_HEADERS.includes(name) : !OMITTED.test(name))

  const response: GoldenResponse = {
    status,
    headers: Object.fromEntries(kept),
    ...trailers == null || trailers.size === 0 ? {} : { trailers: Object.fromEntries(trailers) },
    ...await recordedBody(answer.body, step),
    ...broken ? { broken } : {}
  }

  return nameVariables(response, variables) as GoldenResponse
}

async function recordedBody (bytes: Uint8Array, step: Step): Promise<Partial<GoldenResponse>> {
  switch (step.compare) {
    case 'json':
    case 'json-unordered':
      return { json: parseJsonLines(new TextDecoder().decode(bytes))[0] }
    case 'ndjson':
    case 'ndjson-unordered':
    case 'ndjson-contains':
      return { ndjson: parseJsonLines(new TextDecoder().decode(bytes)) }
    case 'ndjson-last':
    case 'type':
      return { ndjson: parseJsonLines(new TextDecoder().decode(bytes)).slice(-1) }
    case 'car-blocks':
    case 'car-ordered':
      return { car: await recordedCar(bytes) }
    case 'tar':
      return { tar: readTar(bytes, step.tarMode === true) }
    case 'tar-gz':
      return { tar: readTar(gunzipSync(bytes), step.tarMode === true) }
    case 'gzip':
      return textOrHash(gunzipSync(bytes))
    case 'links':
      throw new Error('write the answer of a step with "links" by hand')
    case 'error':
      return recordedError(bytes)
    default:
      return textOrHash(bytes)
  }
}

function recordedError (bytes: Uint8Array): Partial<GoldenResponse> {
  const text = new TextDecoder().decode(bytes)

  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return { text }
  }
}

function textOrHash (bytes: Uint8Array): Partial<GoldenResponse> {
  if (bytes.length > MAX_BODY) {
    return { sha256: createHash('sha256').update(bytes).digest('hex'), length: bytes.length }
  }

  const buffer = Buffer.from(bytes)
  const text = buffer.toString('utf8')
  return Buffer.from(text).equals(buffer) ? { text } : { base64: buffer.toString('base64') }
}

async function recordedCar (bytes: Uint8Array): Promise<GoldenCar> {
  const car = await CarBlockIterator.fromBytes(bytes)
  const blocks: GoldenCar['blocks'] = []

  for await (const { cid, bytes } of car) {
    blocks.push({ cid: cid.toString(), length: bytes.length })
  }

  return { version: car.version, roots: (await car.getRoots()).map(String), blocks }
}

/** Replaces values of variables by `{{name}}` in all strings of a value. */
function nameVariables (value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    return [...variables].filter((entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length >= MIN_VARIABLE
    ).reduce((text, [name, known]) => text.replaceAll(known, `{{${name}}}`), value)
  }

  if (Array.isArray(value)) {
    return value.map((item) => nameVariables(item, variables))
  }

  return value !== null && typeof value === 'object'
    ? Object.fromEntries(
      Object.entries(value).map(([key, item]) => [nameVariables(key, variables), nameVariables(item, variables)])
    )
    : value
}
