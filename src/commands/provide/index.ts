import { group } from '../../rpc/command/command.ts'
import { provideClear } from './clear.ts'
import { provideOnce } from './once.ts'
import { provideStat } from './stat.ts'

export const provide = group('Inspect and control content announcements.', {
  clear: provideClear,
  once: provideOnce,
  stat: provideStat
}, { status: 'experimental' })
