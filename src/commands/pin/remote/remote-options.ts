import { option } from '../../../rpc/command/option.ts'

export const serviceOption = option.string('service', 'Name of the service.')
export const nameFilter = option.string('name', 'Those with this name.')
export const cidFilter = option.array('cid', 'Those of these CIDs.')
export const statusFilter = option.array('status', 'Those in these states: queued, pinning, pinned, failed.', {
  default: ['pinned']
})
