import { option } from '../../../rpc/command/option.ts'

export const serviceOption = option.string('service', 'Name of the service.')
export const nameFilter = option.string('name', 'Match this name.')
export const cidFilter = option.array('cid', 'Match these CIDs.')
export const statusFilter = option.array('status', 'Match these statuses: queued, pinning, pinned, failed.', {
  default: ['pinned']
})
