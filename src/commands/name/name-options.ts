import { option } from '../../rpc/command/option.ts'

export const allowOffline = option.bool('allow-offline', 'Keep the record here when the node is offline.')
export const allowDelegated = option.bool('allow-delegated', 'Publish through HTTP publishers alone, without the DHT.')
