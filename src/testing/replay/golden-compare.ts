import { CarBlockIterator } from '@ipld/car'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { hash } from '../../cid/hash/hash.ts'
import { readTar } from '../dag/read-tar.ts'
import { parseJsonLines } from '../http/json-lines.ts'
import type { Variables } from './golden-body.ts'
import { fillText } from './golden-body.ts'
import { difference, shapeDifference, textMatches, unorderedDifference } from './golden-match.ts'
import type { GoldenResponse, Step } from './golden-types.ts'

/** An answer that a runner has read. */
export interface Answered {
  status: number
  headers: Headers
  body: Uint8Array
  /** undefined if the runner cannot see trailers */
  trailers?: Map<string, string>
  /** whether the connection or stream broke before the end of the body */
  broken: boolean
}

const STREAM_ERROR = 'x-stream-error'
const decoder = new TextDecoder()

/** Returns the difference between an answer and the record; undefined if there is none. */
export async function compareAnswer (answer: Answered, step: Step, variables: Variables): Promise<string | undefined> {
  const expected = step.response as GoldenResponse

  if (answer.trailers == null && expected.trailers?.[STREAM_ERROR] != null) {
    return await compareInBand(answer, step, variables)
  }

  const text = (): string => decoder.decode(answer.body)

  if (answer.status !== expected.status) {
    return `status ${answer.status}, expected ${expected.status}: ${text().slice(0, 300)}`
  }

  return headerDifference(answer, expected, variables) ?? trailerDifference(answer, expected, variables) ??
    await bodyDifference(answer.body, text, step, expected, variables)
}

/** Commands that report failures in their values: without trailers their bodies end normally. */
const TELLS_FAILURES = /^\/api\/v0\/(?:files\/rm|routing\/findpeer|dht\/query)\?/

/**
 * Compares an answer without trailers, which a worker cannot send. In a stream of values the error object is the last
 * line, and the body breaks after it; a stream of bytes only breaks. If the values report failures, there is no error
 * object, and the body ends normally. Earlier values must be as recorded.
 */
async function compareInBand (answer: Answered, step: Step, variables: Variables): Promise<string | undefined> {
  const { trailers, ...expected } = step.response as GoldenResponse
  const message = trailers?.[STREAM_ERROR] as string

  if (TELLS_FAILURES.test(step.request?.target ?? '')) {
    return await compareAnswer(answer, { ...step, response: expected }, variables)
  }

  if (!answer.broken) {
    return `the body ended well, expected it to break with ${message}`
  }

  if (answer.headers.get('x-stream-output') != null) {
    return await compareAnswer({ ...answer, broken: false }, { ...step, response: expected }, variables)
  }

  const lines = decoder.decode(answer.body).trimEnd().split('\n')
  const error = JSON.parse(lines.pop() as string) as { Message?: string; Type?: string }

  if (error.Type !== 'error' || error.Message == null || !textMatches(error.Message, message, variables)) {
    return `the last line is ${JSON.stringify(error)}, expected the error ${message}`
  }

  const body = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
  return await compareAnswer({ ...answer, body, broken: false }, { ...step, response: expected }, variables)
}

function headerDifference (
  { headers, trailers }: Answered,
  expected: GoldenResponse,
  variables: Variables
): string | undefined {
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    const actual = headers.get(name)

    // A target without trailers may omit the header that announces them.
    if (name === 'trailer' && actual === null && trailers == null) {
      continue
    }

    if (value === null ? actual !== null : actual === null || !textMatches(actual, value, variables)) {
      return `header ${name} is ${JSON.stringify(actual)}, expected ${
        JSON.stringify(value === null ? null : fillText(value, variables))
      }`
    }
  }

  return undefined
}

function trailerDifference (
  { trailers, broken }: Answered,
  expected: GoldenResponse,
  variables: Variables
): string | undefined {
  if (broken !== (expected.broken === true)) {
    return broken ? 'the body broke' : 'the body ended well, expected it to break'
  }

  if (trailers == null) {
    return undefined
  }

  const names = new Set([...trailers.keys(), ...Object.keys(expected.trailers ?? {})])

  for (const name of names) {
    const actual = trailers.get(name)
    const value = expected.trailers?.[name]

    if (actual == null || value == null || !textMatches(actual, value, variables)) {
      return `trailer ${name} is ${JSON.stringify(actual)}, expected ${JSON.stringify(value)}`
    }
  }

  return undefined
}

async function bodyDifference (
  body: Uint8Array,
  text: () => string,
  step: Step,
  expected: GoldenResponse,
  variables: Variables
): Promise<string | undefined> {
  const options = { variables, ignore: step.ignore }
  const values = expected.ndjson ?? [expected.json]

  switch (step.compare) {
    case 'status-only':
      return undefined
    case 'exact':
      return exactDifference(body, text, expected, variables)
    case 'gzip':
      return exactDifference(gunzipSync(body), () => decoder.decode(gunzipSync(body)), expected, variables)
    case 'json':
      return oneValueDifference(text(), expected, options)
    case 'json-unordered':
      return oneValueDifference(text(), expected, { ...options, unordered: true })
    case 'ndjson':
      return difference(parseJsonLines(text()), values, options)
    case 'ndjson-unordered':
      return difference(parseJsonLines(text()), values, { ...options, unordered: true })
    case 'ndjson-contains':
      return unorderedDifference(parseJsonLines(text()), values, options, '')
    case 'ndjson-last':
      return difference(parseJsonLines(text()).at(-1), values.at(-1), options)
    case 'text-unordered':
      return unorderedTextDifference(text(), expected, variables)
    case 'type':
      return typeDifference(text(), expected)
    case 'tar':
      return difference(readTar(body, step.tarMode === true), expected.tar, { ...options, unordered: true })
    case 'tar-gz':
      return difference(readTar(gunzipSync(body), step.tarMode === true), expected.tar, { ...options, unordered: true })
    case 'car-blocks':
    case 'car-ordered':
      return await carDifference(body, expected, step.compare === 'car-ordered', variables)
    case 'links':
      return linksDifference(text(), expected, variables)
    case 'error':
      return errorDifference(text(), expected)
    case undefined:
      return 'the step names no mode of comparison'
  }
}

function oneValueDifference (
  text: string,
  expected: GoldenResponse,
  options: Parameters<typeof difference>[2]
): string | undefined {
  const lines = parseJsonLines(text)
  return lines.length === 1
    ? difference(lines[0], expected.json, options)
    : `${lines.length} JSON values, expected one: ${text.slice(0, 300)}`
}

function linksDifference (page: string, { links = [] }: GoldenResponse, variables: Variables): string | undefined {
  const missing = links.map((link) => fillText(link, variables)).find((link) =>
    !page.includes(`href="${link.replaceAll('&', '&amp;')}"`)
  )
  return missing == null ? undefined : `no link to ${missing} in ${page.slice(0, 3000)}`
}

function exactDifference (
  body: Uint8Array,
  text: () => string,
  expected: GoldenResponse,
  variables: Variables
): string | undefined {
  if (expected.text != null) {
    return textMatches(text(), expected.text, variables)
      ? undefined
      : `body ${JSON.stringify(text().slice(0, 400))}, expected ${
        JSON.stringify(fillText(expected.text, variables).slice(0, 400))
      }`
  }

  if (expected.base64 != null) {
    const base64 = Buffer.from(body).toString('base64')
    return base64 === expected.base64
      ? undefined
      : `body ${base64.slice(0, 400)}, expected ${expected.base64.slice(0, 400)}`
  }

  if (expected.sha256 != null) {
    const sha256 = createHash('sha256').update(body).digest('hex')
    return sha256 === expected.sha256 && body.length === expected.length
      ? undefined
      : `body of ${body.length} bytes with SHA-256 ${sha256}, expected ${expected.length} and ${expected.sha256}`
  }

  return expected.json !== undefined
    ? difference(parseJsonLines(text())[0], expected.json, { variables })
    : 'the record says nothing of the body'
}

function unorderedTextDifference (
  actual: string,
  { text = '' }: GoldenResponse,
  variables: Variables
): string | undefined {
  const expected = fillText(text, variables)
  const sorted = (value: string): string => value.split('\n').sort().join('\n')
  return sorted(actual) === sorted(expected)
    ? undefined
    : `lines ${JSON.stringify(actual.slice(0, 400))}, expected ${JSON.stringify(expected.slice(0, 400))}`
}

function typeDifference (text: string, expected: GoldenResponse): string | undefined {
  const lines = parseJsonLines(text)

  if (expected.ndjson != null) {
    const shape = expected.ndjson[0]
    return lines.map((line) => shapeDifference(line, shape)).find((found) => found != null)
  }

  return shapeDifference(lines[0], expected.json)
}

function errorDifference (text: string, expected: GoldenResponse): string | undefined {
  if (expected.json == null) {
    return text === '' ? 'an empty error' : undefined
  }

  const actual = parseJsonLines(text)[0] as { Message?: unknown; Code?: unknown; Type?: unknown } | undefined
  const { Code, Type } = expected.json as { Code: unknown; Type: unknown }
  return typeof actual?.Message === 'string' && actual.Message !== '' && actual.Code === Code && actual.Type === Type
    ? undefined
    : `error ${text.slice(0, 300)}, expected ${JSON.stringify(expected.json)}`
}

async function carDifference (
  body: Uint8Array,
  expected: GoldenResponse,
  ordered: boolean,
  variables: Variables
): Promise<string | undefined> {
  const car = await CarBlockIterator.fromBytes(body)
  const blocks: Array<{ cid: string; length: number }> = []

  for await (const { cid, bytes } of car) {
    const digest = await hash(bytes, cid.multihash.code, cid.multihash.size)

    if (Buffer.compare(digest.digest, cid.multihash.digest) !== 0) {
      return `the bytes of ${cid.toString()} in the CAR do not match it`
    }

    blocks.push({ cid: cid.toString(), length: bytes.length })
  }

  const actual = {
    version: car.version,
    roots: (await car.getRoots()).map(String),
    blocks: ordered ? blocks : unique(blocks)
  }
  const wanted = expected.car == null
    ? undefined
    : { ...expected.car, blocks: ordered ? expected.car.blocks : unique(expected.car.blocks) }
  return difference(actual, wanted, { variables, unordered: !ordered })
}

function unique (blocks: Array<{ cid: string; length: number }>): Array<{ cid: string; length: number }> {
  return [...new Map(blocks.map((block) => [block.cid, block])).values()]
}
