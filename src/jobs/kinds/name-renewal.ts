import type { JobNode } from '../job-node.ts'
import type { JobSpec } from '../job-spec.ts'

type Renewed = Awaited<ReturnType<JobNode['names']['renew']>>

/** Renews the IPNS records of all keys that are due. A resumed job only renews records that are still due. */
export function nameRenewal ({ names, keys }: Pick<JobNode, 'names' | 'keys'>): JobSpec<never, Renewed> {
  return {
    kind: 'name/renew',
    args: {},
    join: 'always',
    isUnasked: true,
    work: async ({ signal }) => await names.renew(await keys.privateKeys(), { signal }),
    describe: ({ renewed, untaken }) =>
      `${renewed} ${renewed === 1 ? 'name was' : 'names were'} renewed${
        untaken === 0 ? '' : `, of which nobody in the network took ${untaken}`
      }`
  }
}
