import { isAllowedHash } from '../../cid/hash/allowed-hash.ts'
import { hashCodeByName } from '../../cid/hash/hash-names.ts'
import { goQuote } from '../../go/text/quote.ts'
import { checkedSchema } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import { structSchema } from '../schema/struct.ts'
import type { Json } from '../values/config.ts'
import { flag, optionalBytes, optionalInteger, optionalString } from './optional.ts'

const MAX_FANOUT = 1024

/** Maximum bytes of a chunk (boxo `chunker/parse.go`, `ChunkSizeLimit`). */
const MAX_CHUNK_BYTES = 2 * 1024 * 1024 - 256
const MIN_RABIN_BYTES = 16

/**
 * The section `Import` with the rules and messages of Kubo's `config/import.go` (`ValidateImportConfig`), with which it
 * refuses to start. A chunker that only Kubo's `add` accepts is allowed too (`rabin`, `rabin-AVG`).
 */
export const importSection = structSchema('Import', {
  CidVersion: checkedSchema(
    optionalInteger,
    (value) => value === 0 || value === 1 ? undefined : `must be 0 or 1, got ${String(value)}`
  ),
  UnixFSRawLeaves: flag,
  UnixFSChunker: checkedSchema(optionalString, (value) =>
    isChunker(value as string)
      ? undefined
      : `invalid format: ${
        goQuote(value as string)
      } (expected "size-<bytes>", "rabin-<min>-<avg>-<max>", or "buzhash")`),
  HashFunction: checkedSchema(optionalString, hashProblem),
  // With one link per node, a file of several chunks would never end (Kubo accepts it and never finishes).
  UnixFSFileMaxLinks: positiveSchema(optionalInteger, 2),
  UnixFSDirectoryMaxLinks: checkedSchema(
    optionalInteger,
    (value) => value as number >= 0 ? undefined : `must be non-negative, got ${String(value)}`
  ),
  UnixFSHAMTDirectoryMaxFanout: checkedSchema(optionalInteger, (value) =>
    isFanout(value as number)
      ? undefined
      : `must be a positive power of 2, multiple of 8, and not exceed ${MAX_FANOUT} (got ${String(value)})`),
  UnixFSHAMTDirectorySizeThreshold: optionalBytes,
  UnixFSHAMTDirectorySizeEstimation: oneOf('links', 'block', 'disabled'),
  UnixFSDAGLayout: oneOf('balanced', 'trickle'),
  BatchMaxNodes: positiveSchema(optionalInteger),
  BatchMaxSize: positiveSchema(optionalInteger),
  FastProvideRoot: flag,
  'FastProvideDAG?': flag,
  FastProvideWait: flag
})

function positiveSchema<S extends Schema> (schema: S, least = 1): S {
  return checkedSchema(
    schema,
    (value) =>
      value as number >= least
        ? undefined
        : `must be ${value as number > 0 ? `at least ${least}` : 'positive'}, got ${String(value)}`
  )
}

function oneOf (...names: string[]): Schema {
  const quoted = names.map((name) => goQuote(name))
  const choice = quoted.length === 2 ? quoted.join(' or ') : `${quoted.slice(0, -1).join(', ')}, or ${quoted.at(-1)}`
  return checkedSchema(
    optionalString,
    (value) => names.includes(value as string) ? undefined : `must be ${choice}, got ${goQuote(value as string)}`
  )
}

function isFanout (width: number): boolean {
  return width >= 8 && width <= MAX_FANOUT && (width & (width - 1)) === 0
}

function hashProblem (value: Json): string | undefined {
  const code = hashCodeByName((value as string).toLowerCase())

  if (code == null) {
    return `unrecognized: ${goQuote(value as string)}`
  }

  return isAllowedHash(code) ? undefined : `${goQuote(value as string)} is not allowed for use in IPFS`
}

/** Returns whether `add` knows a chunker. */
function isChunker (text: string): boolean {
  const [kind, ...numbers] = text.split('-')
  const sizes = numbers.map((number) => /^\d{1,9}$/.test(number) ? Number(number) : NaN)

  switch (kind) {
    case '':
    case 'default':
    case 'buzhash':
      return numbers.length === 0
    case 'size':
      return sizes.length === 1 && sizes[0] >= 1 && sizes[0] <= MAX_CHUNK_BYTES
    case 'rabin':
      return isRabin(sizes)
    default:
      return false
  }
}

function isRabin (sizes: number[]): boolean {
  const [min, avg, max] = sizes

  switch (sizes.length) {
    case 0:
      return true
    // from a third of the average to one and a half times the average
    case 1:
      return min >= 3 * MIN_RABIN_BYTES && min * 1.5 <= MAX_CHUNK_BYTES
    case 3:
      return min >= MIN_RABIN_BYTES && min < avg && avg < max && max <= MAX_CHUNK_BYTES
    default:
      return false
  }
}
