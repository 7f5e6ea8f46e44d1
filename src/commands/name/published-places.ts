import type { RecordOutcome } from '../../names/record-outcome.ts'
import { shape } from '../../rpc/output.ts'

/** A record was brought there, or was not, and why. */
interface PublishedPlace { Place: string, Problem?: string }

/** Of a record that was published; `Places` is not in Kubo, which is silent about who did not take it. */
export const publishedShape = shape('IpnsEntry', 'Name:string Value:string Places?:list')

export function publishedPlaces (outcomes: readonly RecordOutcome[]): PublishedPlace[] {
  return outcomes.filter(({ isLonely }) => isLonely == null).map(({ place, problem }) => ({ Place: place, ...problem == null ? {} : { Problem: problem } }))
}
