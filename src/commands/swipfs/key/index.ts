import { group } from '../../../rpc/command/command.ts'
import { restoreKeysCommand } from './restore.ts'

export const swipfsKey = group('Restore keys from a backup.', { restore: restoreKeysCommand })
