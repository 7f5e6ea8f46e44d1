import type { PolicyRules } from '../../src/denylist/content-policy.ts'

let resident: { version: string; rules: PolicyRules } | undefined

/** Shares the node's rules with front workers in the same memory, which need not read them then. */
export function shareResidentRules (version: string, rules: PolicyRules | undefined): void {
  resident = rules == null ? undefined : { version, rules }
}

/** Returns the rules of a version, if the node runs in the same memory. */
export function residentRules (version: string): PolicyRules | undefined {
  return resident?.version === version ? resident.rules : undefined
}
