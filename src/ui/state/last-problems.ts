import type { PlainError } from '../lib/plain-error.ts'

/** What a person was told of, the newest last, for a report. */
export interface NotedProblem extends PlainError {
  /** as by `Date.toISOString` */
  when: string
}

const MAX_NOTED = 20

const noted: NotedProblem[] = []

export function noteProblem (problem: PlainError): void {
  noted.push({ when: new Date().toISOString(), ...problem })
  if (noted.length > MAX_NOTED) noted.shift()
}

export function lastProblems (): readonly NotedProblem[] {
  return noted
}
