import type { RecordOutcome } from '../../names/routing/record-outcome.ts'
import { outputShape } from '../../rpc/command/output.ts'

/** A place where a record was published, with the problem if that failed. */
interface PublishedPlace {
  Place: string
  Problem?: string
}

/** Answer for a published record. Kubo has no `Places`: it does not report the places that rejected the record. */
export const publishedShape = outputShape('IpnsEntry', 'Name:string Value:string Places?:list')

export function publishedPlaces (outcomes: readonly RecordOutcome[]): PublishedPlace[] {
  return outcomes.filter(({ isLonely }) => isLonely == null).map(({ place, problem }) => ({
    Place: place,
    ...problem == null ? {} : { Problem: problem }
  }))
}
