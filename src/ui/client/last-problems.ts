import type { PlainError } from '../lib/text/plain-error.ts'

/** An error that was shown to the user, for a report; the latest is last. */
export interface NotedProblem extends PlainError {
  /** time, from `Date.toISOString` */
  when: string
}

const MAX_NOTED = 20

const noted: NotedProblem[] = []

export function noteProblem (problem: PlainError): void {
  noted.push({ when: new Date().toISOString(), ...problem })
  if (noted.length > MAX_NOTED) {
    noted.shift()
  }
}

export function lastProblems (): readonly NotedProblem[] {
  return noted
}
