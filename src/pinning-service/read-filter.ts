import { parseCid } from '../cid/text/parse-cid.ts'
import { REMOTE_STATUSES } from '../pins/remote/remote-pin.ts'
import type { RemoteStatus } from '../pins/remote/remote-pin.ts'
import type { HostedPin } from './hosted/hosted-pin.ts'
import { readTexts } from './read-texts.ts'
import { badRequest } from './service-error.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 1000
const MAX_CIDS = 10
const MAX_NAME_LENGTH = 255

/** The comparisons of names (`TextMatchingStrategy`). */
const MATCHES: Readonly<Record<string, (name: string, wanted: string) => boolean>> = {
  exact: (name, wanted) => name === wanted,
  iexact: (name, wanted) => name.toLowerCase() === wanted.toLowerCase(),
  partial: (name, wanted) => name.includes(wanted),
  ipartial: (name, wanted) => name.toLowerCase().includes(wanted.toLowerCase())
}

/** RFC 3339, section 5.6. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i

/** A filter for a list of pins. */
export interface PinFilter {
  matches: (pin: HostedPin) => boolean
  /** The maximum number of results. */
  limit: number
}

/**
 * Parses the query of a list of pins. Without a status it selects pinned requests, as the API requires.
 *
 * @throws ServiceError
 */
export function readFilter (query: URLSearchParams): PinFilter {
  const cids = readCids(listOf(query, 'cid'))
  const statuses = readStatuses(listOf(query, 'status'))
  const name = readName(query)
  const [before, after] = [readTime(query, 'before'), readTime(query, 'after')]
  const meta = Object.entries(readMeta(query.get('meta')))

  return {
    limit: readLimit(query.get('limit')),

    matches: (pin) =>
      statuses.includes(pin.status) &&
      (cids == null || cids.has(pin.cid)) &&
      name(pin.name ?? '') &&
      (before == null || Date.parse(pin.created) < before) &&
      (after == null || Date.parse(pin.created) > after) &&
      meta.every(([key, value]) => Object.hasOwn(pin.meta, key) && pin.meta[key] === value)
  }
}

/** Returns the values of a list, separated by commas. Also accepts repeated keys, which some clients send. */
function listOf (query: URLSearchParams, key: string): string {
  return query.getAll(key).filter((text) => text !== '').join(',')
}

function readCids (text: string): Set<string> | undefined {
  if (text === '') {
    return undefined
  }

  const cids = text.split(',')

  if (cids.length > MAX_CIDS) {
    throw badRequest(`no more than ${MAX_CIDS} CIDs are looked for at once`)
  }

  try {
    return new Set(cids.map((cid) => parseCid(cid).toString()))
  } catch (err) {
    throw badRequest(`cid: ${(err as Error).message}`)
  }
}

function readStatuses (text: string): readonly RemoteStatus[] {
  const statuses = text === '' ? ['pinned'] : text.split(',')
  const unknown = statuses.find((status) => !REMOTE_STATUSES.includes(status as RemoteStatus))

  if (unknown != null) {
    throw badRequest(`status: one of ${REMOTE_STATUSES.join(', ')}, and not ${JSON.stringify(unknown)}`)
  }

  return statuses as RemoteStatus[]
}

function readName (query: URLSearchParams): (name: string) => boolean {
  const wanted = query.get('name') ?? ''
  const match = query.get('match') ?? 'exact'

  if (!Object.hasOwn(MATCHES, match)) {
    throw badRequest(`match: one of ${Object.keys(MATCHES).join(', ')}, and not ${JSON.stringify(match)}`)
  }

  if (wanted.length > MAX_NAME_LENGTH) {
    throw badRequest(`name: no more than ${MAX_NAME_LENGTH} characters`)
  }

  return wanted === '' ? () => true : (name) => MATCHES[match](name, wanted)
}

function readTime (query: URLSearchParams, key: 'before' | 'after'): number | undefined {
  // An unencoded plus sign of a time zone was decoded as a space.
  const text = query.get(key)?.replace(' ', '+') ?? ''

  if (text === '') {
    return undefined
  }

  const time = TIME.test(text) ? Date.parse(text) : NaN

  if (Number.isNaN(time)) {
    throw badRequest(`${key}: a time as 2020-07-27T17:32:28Z, and not ${JSON.stringify(text)}`)
  }

  return time
}

function readLimit (text: string | null): number {
  if (text == null || text === '') {
    return DEFAULT_LIMIT
  }

  const limit = /^\d{1,9}$/.test(text) ? Number(text) : NaN

  if (!(limit >= 1 && limit <= MAX_LIMIT)) {
    throw badRequest(`limit: a number from 1 to ${MAX_LIMIT}, and not ${JSON.stringify(text)}`)
  }

  return limit
}

function readMeta (text: string | null): Record<string, string> {
  if (text == null || text === '') {
    return {}
  }

  let value: unknown

  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest('meta: no JSON')
  }

  return readTexts(value, 'meta')
}
