import { group } from '../../../rpc/command/command.ts'
import { addDenylist } from './add.ts'
import { checkDenylists } from './check.ts'
import { listDenylists } from './ls.ts'
import { removeDenylist } from './rm.ts'

export const denylist = group('Block content by denylists: it is neither served nor fetched.', {
  add: addDenylist,
  check: checkDenylists,
  ls: listDenylists,
  rm: removeDenylist
})
