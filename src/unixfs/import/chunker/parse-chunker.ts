import { defineError } from '../../../errors/define-error.ts'
import { atoi } from '../../../go/numbers/atoi.ts'

/** An invalid chunker name. The message is Kubo's. */
export class ChunkerError extends defineError('ChunkerError') {}

/** A parsed chunker name. */
export type ChunkerSpec =
  | { kind: 'size'; size: number }
  | { kind: 'rabin'; min: number; avg: number; max: number }
  | { kind: 'buzhash' }

const DEFAULT_CHUNK_BYTES = 256 * 1024

/** The block limit of 2 MiB minus the maximum framing (boxo `chunker/parse.go`, `ChunkSizeLimit`). */
const MAX_CHUNK_BYTES = 2 * 1024 * 1024 - 256

const RABIN_MIN_BYTES = 16

/**
 * Parses `size-N`, `rabin`, `rabin-AVG`, `rabin-MIN-AVG-MAX`, `buzhash`, `default` or an empty string (boxo
 * `chunker/parse.go`).
 *
 * @throws ChunkerError with Kubo's message
 */
export function parseChunker (text: string): ChunkerSpec {
  if (text === '' || text === 'default') {
    return { kind: 'size', size: DEFAULT_CHUNK_BYTES }
  }

  if (text.startsWith('size-')) {
    return { kind: 'size', size: parseSize(text.split('-')[1]) }
  }

  if (text.startsWith('rabin')) {
    return parseRabin(text.split('-'))
  }

  if (text === 'buzhash') {
    return { kind: 'buzhash' }
  }

  throw new ChunkerError(`unrecognized chunker option: ${text}`)
}

function parseSize (text: string): number {
  const size = parseInteger(text)

  if (size <= 0) {
    throw new ChunkerError('chunker size must be greater than 0')
  }

  return atMost(size, size)
}

function parseRabin (parts: string[]): ChunkerSpec {
  switch (parts.length) {
    case 1:
      return rabinAround(DEFAULT_CHUNK_BYTES)
    case 2:
      return parseRabinAverage(parts[1])
    case 4:
      return parseRabinLimits(parts[1], parts[2], parts[3])
    default:
      throw new ChunkerError("incorrect format (expected 'rabin' 'rabin-[avg]' or 'rabin-[min]-[avg]-[max]'")
  }
}

function parseRabinAverage (text: string): ChunkerSpec {
  const average = parseInteger(text)
  // Kubo multiplies in single precision
  return rabinAround(atMost(average, Math.trunc(Math.fround(Math.fround(average) * 1.5))))
}

function rabinAround (avg: number): ChunkerSpec {
  return { kind: 'rabin', min: Math.floor(avg / 3), avg, max: avg + Math.floor(avg / 2) }
}

function parseRabinLimits (minText: string, avgText: string, maxText: string): ChunkerSpec {
  const min = parseLabelled(minText, 'min', 'first')

  if (min < RABIN_MIN_BYTES) {
    throw new ChunkerError('rabin min must be greater than 16')
  }

  const avg = parseLabelled(avgText, 'avg', 'second')
  const max = parseLabelled(maxText, 'max', 'final')

  if (min >= avg) {
    throw new ChunkerError('incorrect format: rabin-min must be smaller than rabin-avg')
  }

  if (avg >= max) {
    throw new ChunkerError('incorrect format: rabin-avg must be smaller than rabin-max')
  }

  return { kind: 'rabin', min, avg, max: atMost(max, max) }
}

/** Parses a number with an optional label, as in `min:16`. */
function parseLabelled (text: string, label: string, position: string): number {
  const parts = text.split(':')

  if (parts.length > 1 && parts[0] !== label) {
    throw new ChunkerError(`${position} label must be ${label}`)
  }

  return parseInteger(parts[parts.length - 1])
}

function atMost (value: number, bytes: number): number {
  if (bytes > MAX_CHUNK_BYTES) {
    throw new ChunkerError(`chunker parameters may not exceed the maximum chunk size of ${MAX_CHUNK_BYTES}`)
  }

  return value
}

function parseInteger (text: string): number {
  try {
    return atoi(text)
  } catch (err) {
    throw new ChunkerError((err as Error).message)
  }
}
