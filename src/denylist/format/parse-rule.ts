import { create } from 'multiformats/hashes/digest'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { hashByCode } from '../../cid/hash/hashes.ts'
import { readMultihash } from '../../cid/hash/read-multihash.ts'
import { decodeBase16 } from '../../cid/multibase/decode-base16.ts'
import { BASE58_BTC, decodeBigBase } from '../../cid/multibase/decode-big-base.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { doubleHashSubject } from '../rules/checked-content.ts'
import type { HashedMatcher, RuleMatcher } from '../rules/denylist-rules.ts'
import { blockSubject, nameSubject } from '../rules/rule-subject.ts'
import { isSafeBlock } from './safe-blocks.ts'

/** Hints with the status of the gateway's answers (nopfs, README: `gateway_status`). */
const STATUS_HINTS = ['gateway_status', 'status_code']

const MIN_STATUS = 400
const MAX_STATUS = 599

/** Characters of a SHA-256 digest in hexadecimal. */
const HEX_CHARS = 64

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** A base58 multihash with the longest digest that is supported has fewer characters. */
const MAX_MULTIHASH_CHARS = 256

/** A rule of a denylist. */
export interface ParsedRule {
  matcher: RuleMatcher
  /** whether it is an exception */
  allows: boolean
  /** status of the gateway's answers; 0 for the default */
  status: number
}

/**
 * Parses a line of a denylist (specs.ipfs.tech/compact-denylist-format, "Block item").
 *
 * @param hints - hints of all rules, which hints of the line override
 * @returns undefined for empty lines, comments, and rules that are ignored (`isSafeBlock`)
 * @throws an Error with the reason for an invalid rule
 */
export function parseRule (line: string, hints: Record<string, string>): ParsedRule | undefined {
  const [item, ...own] = line.trim().split(/\s+/)

  if (item === '' || item.startsWith('#')) {
    return undefined
  }

  const allows = /^[!+-]/.test(item)
  const matcher = parseMatcher(allows ? item.slice(1) : item)
  return matcher == null ? undefined : { matcher, allows, status: statusOf(own, hints) }
}

function parseMatcher (rule: string): RuleMatcher | undefined {
  if (rule.startsWith('//')) {
    return { doubleHashes: parseDoubleHash(rule.slice(2)) }
  }

  const [, namespace, root, path = ''] = /^\/(ipfs|ipld|ipns)\/([^/]+)(?:\/(.*))?$/.exec(rule) ?? []

  if (root == null) {
    throw new Error('it is neither a path below /ipfs or /ipns nor a double hash')
  }

  if (namespace === 'ipns') {
    return { subject: nameSubject(decodeURIComponent(root)), ...parseRulePath(path) }
  }

  const { multihash } = parseCid(root)
  return isSafeBlock(multihash.bytes) ? undefined : { subject: blockSubject(multihash), ...parseRulePath(path) }
}

/** Parses the path of a rule. A wildcard counts before the path is decoded: `%2A` is a star. */
function parseRulePath (text: string): { path: string; isPrefix: boolean } {
  const isPrefix = text.endsWith('*')
  const path = decodePath(isPrefix ? text.slice(0, -1) : text)
  return { path: path.replace(/^\/+|\/+$/g, ''), isPrefix }
}

function decodePath (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('its path is not percent-encoded UTF-8')
  }
}

/**
 * Parses a double hash: a multihash in base58, or a SHA-256 digest in hexadecimal. A text that is both matches as both.
 *
 * @throws an Error if it is neither, or its hash function is unknown
 */
function parseDoubleHash (text: string): HashedMatcher[] {
  const found = [multihashOf(text), hexDigestOf(text)].filter((matcher) => matcher != null)

  if (found.length === 0) {
    throw new Error('its double hash is neither a multihash in base58 nor a SHA-256 digest in hexadecimal')
  }

  return found
}

function multihashOf (text: string): HashedMatcher | undefined {
  // Most digests in hexadecimal have a zero, which base58 lacks.
  if (!BASE58.test(text)) {
    return undefined
  }

  try {
    const bytes = decodeBigBase(new TextEncoder().encode(text.slice(0, MAX_MULTIHASH_CHARS)), BASE58_BTC)
    const { multihash, next } = readMultihash(bytes)
    const isWhole = next === bytes.length && hashByCode(multihash.code)?.length === multihash.size
    return isWhole && multihash.code !== HASH.identity && text.length <= MAX_MULTIHASH_CHARS
      ? { code: multihash.code, subject: doubleHashSubject(multihash) }
      : undefined
  } catch {
    return undefined
  }
}

function hexDigestOf (text: string): HashedMatcher | undefined {
  return text.length === HEX_CHARS && /^[\da-f]+$/i.test(text)
    ? {
      code: HASH.sha2_256,
      subject: doubleHashSubject(
        create(HASH.sha2_256, decodeBase16(new TextEncoder().encode(text.toLowerCase())))
      )
    }
    : undefined
}

/** Returns the status that hints give, `key=value` or `key:value`. */
function statusOf (own: readonly string[], hints: Record<string, string>): number {
  const all = new Map(Object.entries(hints))

  for (const hint of own) {
    const [, name, value] = /^([^=:]+)[=:](.*)$/.exec(hint) ?? []

    if (name != null) {
      all.set(name, value)
    }
  }

  const status = Number(STATUS_HINTS.map((name) => all.get(name)).find((value) => value != null))
  return Number.isInteger(status) && status >= MIN_STATUS && status <= MAX_STATUS ? status : 0
}
