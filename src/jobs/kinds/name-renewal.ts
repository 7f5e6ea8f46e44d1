import type { JobNode } from '../job-node.ts'
import type { JobSpec } from '../job-spec.ts'

/**
 * Gives the records of all keys that are due a longer life. Goes on behind a kill with those that are due then; a record that was
 * renewed is due no more.
 */
export function nameRenewal ({ names, keys }: Pick<JobNode, 'names' | 'keys'>): JobSpec<never, void> {
  return {
    kind: 'name/renew',
    args: {},
    join: 'always',
    isUnasked: true,
    work: async ({ signal }) => { await names.renew(await keys.privateKeys(), { signal }) },
    describe: () => 'names were renewed'
  }
}
