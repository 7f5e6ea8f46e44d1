import { group } from '../../rpc/command/command.ts'
import { filestoreDups } from './dups.ts'
import { filestoreLs } from './ls.ts'
import { filestoreVerify } from './verify.ts'

export const filestore = group('Inspect blocks that are stored as references to files.', {
  dups: filestoreDups,
  ls: filestoreLs,
  verify: filestoreVerify
})
