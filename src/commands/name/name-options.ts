import { option } from '../../rpc/command/option.ts'

export const allowOffline = option.bool('allow-offline', 'Store the record locally if the node is offline.')
export const allowDelegated = option.bool(
  'allow-delegated',
  'Publish through delegated publishers (HTTP) only, without the DHT.'
)
