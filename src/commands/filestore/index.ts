import { group } from '../../rpc/command/command.ts'
import { filestoreDups } from './dups.ts'
import { filestoreLs } from './ls.ts'
import { filestoreVerify } from './verify.ts'

export const filestore = group('Look at blocks that are kept as references to files.', {
  dups: filestoreDups,
  ls: filestoreLs,
  verify: filestoreVerify
})
