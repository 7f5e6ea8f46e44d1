import { group } from '../../rpc/command/command.ts'
import { provideClear } from './clear.ts'
import { provideStat } from './stat.ts'

export const provide = group('Look at how the node announces what it has.', {
  clear: provideClear,
  stat: provideStat
}, { status: 'experimental' })
