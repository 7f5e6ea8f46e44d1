import { parseRange } from '../../http/headers/ranges.ts'
import { StatusError } from '../errors/status-error.ts'
import type { Resolved } from '../request/request.ts'

/** Refuses an invalid range, whatever the content. A tar has no ranges, so the header is ignored. */
export function refuseBadRange ({ request, format }: Resolved): undefined {
  const range = request.headers.get('range') ?? ''

  if (range === '' || format === 'tar') {
    return
  }

  try {
    parseRange(range)
  } catch (err) {
    throw new StatusError(400, `invalid range request: ${(err as Error).message}`)
  }
}
