import { nameRecord } from '../formats/name-record.ts'
import type { Negotiated } from '../request/request.ts'

/**
 * Answers requests for a signed record. Runs before names are resolved, because the record belongs to the name itself.
 */
export async function serveNameRecord (rq: Negotiated): Promise<Response | undefined> {
  return rq.format === 'ipns-record' ? await nameRecord(rq) : undefined
}
