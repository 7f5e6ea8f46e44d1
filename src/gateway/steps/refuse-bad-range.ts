import { parseRange } from '../../http/ranges.ts'
import type { Resolved } from '../request.ts'
import { StatusError } from '../status-error.ts'

/** A range that is none is the client's fault, whatever it is asked of. A tar has no ranges, and so no bad ones. */
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
