import { expandAuto } from '../../config/auto-values.ts'
import { getIn } from '../../config/config-path.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { CommandError, ERROR_CODES } from '../../rpc/errors.ts'

/** @throws an Error with Kubo's words when two ways of publishing are asked for that exclude each other */
export function refuseBothModes (allowOffline: boolean | undefined, allowDelegated: boolean | undefined): void {
  if (allowOffline === true && allowDelegated === true) {
    throw new Error('cannot use both --allow-offline and --allow-delegated flags')
  }
}

/** @throws an Error: there is no publisher over HTTP, or there is one and nobody here who speaks to it */
export function refuseDelegated (config: ConfigStore): never {
  const publishers = getIn(expandAuto(config.all()), 'Ipns.DelegatedPublishers')

  if (!Array.isArray(publishers) || publishers.length === 0) {
    throw new Error('no delegated publishers configured: add Ipns.DelegatedPublishers or use --allow-offline for local-only publishing')
  }

  throw new CommandError('publishing through Ipns.DelegatedPublishers is not part of this version', ERROR_CODES.implementation)
}
