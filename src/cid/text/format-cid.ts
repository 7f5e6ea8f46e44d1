import type { MultibaseCodec } from 'multiformats/bases/interface'
import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import { goUtf8 } from '../../go/text/utf8.ts'
import { codecName } from '../codes/codec-names.ts'
import { hashName } from '../hash/hash-names.ts'
import { encodeMultibase } from '../multibase/multibases.ts'

/** A malformed format. The messages are go-cidutil's. */
export class FormatError extends defineError('FormatError') {}

type Part = string | Uint8Array
type Verb = (cid: CID, base: MultibaseCodec<string>) => Part

const codecText = ({ code }: CID): string => codecName(code) ?? `Code(${code})`
const hashText = ({ multihash }: CID): string => hashName(multihash.code) ?? `hash?${multihash.code}`
const versionText = ({ version }: CID): string => `cidv${version}`

/**
 * The verbs after a `%` (go-cidutil `format.go`). Only one byte is removed as the prefix, and a base writes only the
 * low byte of its code.
 */
const VERBS: Record<string, Verb> = {
  '%': () => '%',
  b: (_, { name }) => name,
  B: (_, { prefix }) => Uint8Array.of(prefix.codePointAt(0) as number & 0xff),
  v: versionText,
  V: ({ version }) => String(version),
  c: codecText,
  C: ({ code }) => String(code),
  h: hashText,
  H: ({ multihash }) => String(multihash.code),
  L: ({ multihash }) => String(multihash.size),
  m: ({ multihash }, base) => encodeMultibase(base, multihash.bytes),
  M: ({ multihash }, base) => encodeMultibase(base, multihash.bytes).subarray(1),
  d: ({ multihash }, base) => encodeMultibase(base, multihash.digest),
  D: ({ multihash }, base) => encodeMultibase(base, multihash.digest).subarray(1),
  s: (cid, base) => cidText(cid, base),
  S: ({ bytes }, base) => encodeMultibase(base, bytes).subarray(1),
  P: (cid) => `${versionText(cid)}-${codecText(cid)}-${hashText(cid)}-${cid.multihash.size}`
}

function cidText (cid: CID, base: MultibaseCodec<string>): Part {
  if (cid.version === 0) {
    if (base.name !== 'base58btc') {
      throw new Error('invalid base encoding')
    }

    return cid.toString()
  }

  return encodeMultibase(base, cid.bytes)
}

/**
 * Fills a printf-like format with the properties of a CID, as `cid/format` does.
 *
 * @throws FormatError if the format is malformed; an Error if the CID cannot be encoded in the base
 */
export function formatCid (format: string, cid: CID, base: MultibaseCodec<string>): string {
  const encoder = new TextEncoder()
  const bytes: number[] = []

  for (const part of parseFormat(format, cid, base)) {
    bytes.push(...typeof part === 'string' ? encoder.encode(part) : part)
  }

  return goUtf8(Uint8Array.from(bytes))
}

function* parseFormat (format: string, cid: CID, base: MultibaseCodec<string>): Generator<Part> {
  let at = 0

  for (let percent = format.indexOf('%'); percent >= 0; percent = format.indexOf('%', at)) {
    yield format.slice(at, percent)
    const verb = format[percent + 1]

    if (verb == null) {
      throw new FormatError('premature end of format string')
    }

    if (!Object.hasOwn(VERBS, verb)) {
      throw new FormatError(`unrecognized specifier in format string: %${verb}`)
    }

    yield VERBS[verb](cid, base)
    at = percent + 2
  }

  yield format.slice(at)
}
