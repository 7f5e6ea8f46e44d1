import { multiaddr, registry } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { readMultihash } from '../../cid/hash/read-multihash.ts'
import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { parseGoUint10 } from '../../go/numbers/parse-uint-10.ts'
import { goQuote } from '../../go/text/quote.ts'
import { trimRight } from '../../go/text/trim-right.ts'
import { escapeProblem } from '../../go/url/query.ts'

/** Parses a multiaddr; returns undefined if it is malformed. */
export function ifMultiaddr (text: string): Multiaddr | undefined {
  try {
    return parseMultiaddr(text)
  } catch {
    return undefined
  }
}

/**
 * Converts values for which go-multiaddr has its own error messages (`transcoders.go`) to the form that the package
 * accepts.
 */
const VALUES: Record<string, (value: string) => string> = {
  ip4: (value) => checkIpAddress('ip4', value),
  ip6: (value) => checkIpAddress('ip6', value),
  ipcidr: (value) => String(parseGoUint10(value, 8)),
  ip6zone: (value) => requireValue(value, 'empty ip6zone'),
  tcp: parsePort,
  udp: parsePort,
  dccp: parsePort,
  sctp: parsePort,
  dns: checkDomain,
  dns4: checkDomain,
  dns6: checkDomain,
  dnsaddr: checkDomain,
  sni: checkDomain,
  p2p: checkPeerId,
  certhash: checkCerthash,
  memory: (value) => String(parseGoUint10(value, 64)),
  'http-path': httpPath,
  // The rest of the text, whose slashes the package expects to be encoded.
  unix: encodeURIComponent
}

/**
 * Parses a multiaddr.
 *
 * @throws an Error with the message of go-multiaddr (`codec.go`), or of the package if it is more exact
 */
export function parseMultiaddr (text: string): Multiaddr {
  const trimmed = trimRight(text, '/')

  try {
    return multiaddr(normalizeMultiaddr(trimmed))
  } catch (err) {
    throw new Error(`failed to parse multiaddr ${goQuote(trimmed)}: ${(err as Error).message}`)
  }
}

/** Converts a text to the form that the package accepts. Rejects everything that Go rejects. */
function normalizeMultiaddr (text: string): string {
  const parts = text.split('/')

  if (parts[0] !== '') {
    throw new Error('must begin with /')
  }

  if (parts.length === 1) {
    throw new Error('empty multiaddr')
  }

  const read: string[] = []

  // Not with `shift`, which moves the rest and would take quadratic time.
  for (let at = 1; at < parts.length;) {
    const { name, size = 0 } = findProtocol(parts[at++])
    read.push(name)

    if (size === 0) {
      continue
    }

    if (at === parts.length) {
      throw new Error('unexpected end of multiaddr')
    }

    const value = name === 'unix' ? parts.slice(at).join('/') : parts[at]
    at = name === 'unix' ? parts.length : at + 1

    try {
      read.push(VALUES[name]?.(value) ?? value)
    } catch (err) {
      throw new Error(`invalid value ${goQuote(value)} for protocol ${name}: ${(err as Error).message}`)
    }
  }

  return `/${read.join('/')}`
}

function findProtocol (name: string): ReturnType<typeof registry.getProtocol> {
  try {
    return registry.getProtocol(name)
  } catch {
    throw new Error(`unknown protocol ${name}`)
  }
}

function checkIpAddress (name: 'ip4' | 'ip6', value: string): string {
  try {
    multiaddr(`/${name}/${value}`)
  } catch {
    throw new Error(`failed to parse ${name} addr: ${value}`)
  }

  return value
}

function parsePort (value: string): string {
  return String(withErrorPrefix('failed to parse port addr: ', () => parseGoUint10(value, 16)))
}

function checkDomain (value: string): string {
  return requireValue(value, 'empty dns addr')
}

function requireValue (value: string, problem: string): string {
  if (value === '') {
    throw new Error(problem)
  }

  return value
}

function checkPeerId (value: string): string {
  withErrorPrefix(`failed to parse p2p addr: ${value} `, () => parsePeerId(value))
  return value
}

function checkCerthash (value: string): string {
  readMultihash(decodeMultibase(value))
  return value
}

function httpPath (value: string): string {
  const problem = value === '' ? 'empty http path is not allowed' : escapeProblem(value)

  if (problem != null) {
    throw new Error(problem)
  }

  return value
}

function withErrorPrefix<T> (words: string, read: () => T): T {
  try {
    return read()
  } catch (err) {
    const { message, codec } = err as Error & { codec?: number }
    throw new Error(
      words + (codec == null ? message.replace(/^failed to parse peer ID: /, '') : `has the invalid codec ${codec}`)
    )
  }
}
