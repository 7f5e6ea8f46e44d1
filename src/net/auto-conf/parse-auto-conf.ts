import { int, int64, listSchema, mapSchema, string } from '../../config/schema/primitives.ts'
import { readValue } from '../../config/schema/read-value.ts'
import { structSchema } from '../../config/schema/struct.ts'
import type { Recommended } from '../../config/values/auto-conf.ts'
import { ifMultiaddr } from '../addresses/parse-multiaddr.ts'

const texts = listSchema(string)

/** The fields of an `autoconf.json` that are used (boxo `autoconf/types.go`). */
const DOCUMENT = structSchema('Config', {
  AutoConfVersion: int64,
  AutoConfSchema: int,
  AutoConfTTL: int,
  SystemRegistry: mapSchema(structSchema('', { NativeConfig: structSchema('', { Bootstrap: texts }) })),
  DNSResolvers: mapSchema(texts),
  DelegatedEndpoints: mapSchema(structSchema('', { Systems: texts, Read: texts, Write: texts }))
})

/** The same, as TypeScript. As in Go, a missing value and null are the empty one. */
type Parsed = Partial<{
  AutoConfVersion: number | null
  AutoConfSchema: number | null
  AutoConfTTL: number | null
  SystemRegistry: Record<string, { NativeConfig?: { Bootstrap?: string[] | null } | null } | null> | null
  DNSResolvers: Record<string, string[] | null> | null
  DelegatedEndpoints: Record<string, Partial<Record<'Systems' | 'Read' | 'Write', string[] | null>> | null> | null
}>

const SCHEMA = 1

/**
 * Parses and checks an `autoconf.json` by the rules of boxo (`autoconf/fetch.go`): its version and schema, addresses
 * and URLs. Unknown fields, systems and paths are ignored.
 *
 * @throws an Error for an invalid document
 */
export function parseAutoConf (text: string): Recommended {
  const {
    AutoConfVersion,
    AutoConfSchema,
    AutoConfTTL,
    SystemRegistry,
    DNSResolvers,
    DelegatedEndpoints
  } = parseDocument(text)

  if (!AutoConfVersion || !AutoConfSchema) {
    throw new Error(`invalid config: missing ${AutoConfVersion ? 'AutoConfSchema' : 'AutoConfVersion'}`)
  }

  if (AutoConfSchema !== SCHEMA) {
    throw new Error(
      `unsupported autoconf schema version ${AutoConfSchema} (this client supports version ${SCHEMA}, ` +
        'consider updating)'
    )
  }

  return {
    AutoConfVersion,
    AutoConfTTL: AutoConfTTL ?? 0,
    Bootstrap: mapValues(
      SystemRegistry,
      (system) => check(system?.NativeConfig?.Bootstrap, (address) => ifMultiaddr(address) != null, 'invalid multiaddr')
    ),
    DNSResolvers: mapValues(DNSResolvers, checkUrls),
    DelegatedEndpoints: Object.entries(DelegatedEndpoints ?? {}).map(([URL, endpoint]) => {
      const { Systems, Read, Write } = endpoint ?? {}
      checkUrls([URL])
      return { URL, Systems: Systems ?? [], Read: checkPaths(Read), Write: checkPaths(Write) }
    })
  }
}

/** Whether a text is an absolute HTTP or HTTPS URL. */
export function isHttpUrl (text: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text)
}

function parseDocument (text: string): Parsed {
  try {
    return readValue(JSON.parse(text) as never, DOCUMENT) as Parsed ?? {}
  } catch (err) {
    throw new Error(`failed to parse JSON: ${(err as Error).message}`)
  }
}

function mapValues<T> (
  map: Record<string, T> | null | undefined,
  convert: (value: T) => string[]
): Record<string, string[]> {
  return Object.fromEntries(Object.entries(map ?? {}).map(([key, value]) => [key, convert(value)]))
}

type Texts = string[] | null | undefined

function checkUrls (urls: Texts): string[] {
  return check(urls, isHttpUrl, 'no absolute http or https URL:')
}

function checkPaths (paths: Texts): string[] {
  return check(paths, (path) => path.startsWith('/'), 'no leading slash in path')
}

function check (texts: Texts, isValid: (text: string) => boolean, problem: string): string[] {
  const bad = texts?.find((text) => !isValid(text))

  if (bad != null) {
    throw new Error(`invalid autoconf JSON: ${problem} ${JSON.stringify(bad)}`)
  }

  return texts ?? []
}
