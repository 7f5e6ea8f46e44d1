import { group } from '../../rpc/command/command.ts'
import { provideClear } from './clear.ts'
import { provideStat } from './stat.ts'

export const provide = group('Inspect and control content announcements.', {
  clear: provideClear,
  stat: provideStat
}, { status: 'experimental' })
