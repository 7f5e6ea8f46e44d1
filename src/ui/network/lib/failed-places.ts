import type { LookupSource } from '../../../client/index.ts'

/** The part of an error message that lists the places that were asked (`retrievalReason` of the node). */
const ASKED = /: asked (.+?)(?:; and \d+ more)?$/s

/** Returns the places that an error about missing content lists, with the kinds of their errors. */
export function failedPlaces (message: string): LookupSource[] {
  const places = ASKED.exec(message)?.[1].split('; ') ?? []
  return places.map((place) => {
    const [, name, problem] = /^(\S+): (.*)$/s.exec(place) ?? ['', place, '']
    return { name, role: 'gateway', state: 'failed', found: 0, failure: failureOf(problem), problem }
  })
}

function failureOf (problem: string): LookupSource['failure'] {
  if (/does not have it|has not found it|knows no provider|knows of no/.test(problem)) {
    return 'missing'
  }
  return /^sent (?:something else|other)/.test(problem) ? 'wrong' : 'failed'
}
