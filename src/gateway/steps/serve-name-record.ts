import { nameRecord } from '../formats/name-record.ts'
import type { Negotiated } from '../request.ts'

/** A signed record is of the name itself: it comes before names are resolved. */
export async function serveNameRecord (rq: Negotiated): Promise<Response | undefined> {
  return rq.format === 'ipns-record' ? await nameRecord(rq) : undefined
}
