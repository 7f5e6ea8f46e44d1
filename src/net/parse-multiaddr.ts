import { multiaddr, registry } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { decodeMultibase } from '../cid/multibase/decode-multibase.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { readMultihash } from '../cid/read-multihash.ts'
import { parseGoUint10 } from '../go/parse-uint-10.ts'
import { escapeProblem } from '../go/query.ts'
import { goQuote } from '../go/quote.ts'
import { trimRight } from '../go/trim-right.ts'

/** How values are read that go-multiaddr has words of its own for (`transcoders.go`), as the package is to read them. */
const VALUES: Record<string, (value: string) => string> = {
  ip4: (value) => address('ip4', value),
  ip6: (value) => address('ip6', value),
  ipcidr: (value) => String(parseGoUint10(value, 8)),
  tcp: port,
  udp: port,
  p2p: peer,
  certhash,
  memory: (value) => String(parseGoUint10(value, 64)),
  'http-path': httpPath
}

/** @throws an Error with the words of go-multiaddr (`codec.go`), and what of the package's is more exact */
export function parseMultiaddr (text: string): Multiaddr {
  const trimmed = trimRight(text, '/')

  try {
    return multiaddr(readable(trimmed))
  } catch (err) {
    throw new Error(`failed to parse multiaddr ${goQuote(trimmed)}: ${(err as Error).message}`)
  }
}

/** A text as the package reads it; what Go refuses is refused. */
function readable (text: string): string {
  const parts = text.split('/')

  if (parts[0] !== '') {
    throw new Error('must begin with /')
  }

  if (parts.length === 1) {
    throw new Error('empty multiaddr')
  }

  const read: string[] = []

  // not by `shift`, which moves all that is left: the time would grow with the square
  for (let at = 1; at < parts.length;) {
    const { name, size = 0 } = protocol(parts[at++])
    read.push(name)

    if (size === 0) {
      continue
    }

    if (at === parts.length) {
      throw new Error('unexpected end of multiaddr')
    }

    const value = parts[at++]

    try {
      read.push(VALUES[name]?.(value) ?? value)
    } catch (err) {
      throw new Error(`invalid value ${goQuote(value)} for protocol ${name}: ${(err as Error).message}`)
    }
  }

  return `/${read.join('/')}`
}

function protocol (name: string): ReturnType<typeof registry.getProtocol> {
  try {
    return registry.getProtocol(name)
  } catch {
    throw new Error(`unknown protocol ${name}`)
  }
}

function address (name: 'ip4' | 'ip6', value: string): string {
  try {
    multiaddr(`/${name}/${value}`)
  } catch {
    throw new Error(`failed to parse ${name} addr: ${value}`)
  }

  return value
}

function port (value: string): string {
  return String(saying('failed to parse port addr: ', () => parseGoUint10(value, 16)))
}

function peer (value: string): string {
  saying(`failed to parse p2p addr: ${value} `, () => parsePeerId(value))
  return value
}

function certhash (value: string): string {
  readMultihash(decodeMultibase(value))
  return value
}

function httpPath (value: string): string {
  const problem = escapeProblem(value)

  if (problem != null) {
    throw new Error(problem)
  }

  return value
}

function saying<T> (words: string, read: () => T): T {
  try {
    return read()
  } catch (err) {
    const { message, codec } = err as Error & { codec?: number }
    throw new Error(words + (codec == null ? message.replace(/^failed to parse peer ID: /, '') : `has the invalid codec ${codec}`))
  }
}
