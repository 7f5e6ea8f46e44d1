import { option } from '../../../rpc/command/option.ts'

export const serviceOption = option.string('service', 'Name of the service (required).')
export const nameFilter = option.string('name', 'Name of the pins. Default: any')
export const cidFilter = option.array('cid', 'CIDs of the pins. Default: any')
export const statusFilter = option.array('status', 'Statuses of the pins: queued, pinning, pinned, failed.', {
  default: ['pinned']
})
