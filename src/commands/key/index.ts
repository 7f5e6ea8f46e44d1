import { group } from '../../rpc/command/command.ts'
import { keyExport } from './export.ts'
import { keyGen } from './gen.ts'
import { keyImport } from './import.ts'
import { keyList } from './list.ts'
import { keyRename } from './rename.ts'
import { keyRm } from './rm.ts'
import { keyRotate } from './rotate.ts'
import { keySign } from './sign.ts'
import { keyVerify } from './verify.ts'

export const key = group('Manage the keys of IPNS names.', {
  export: keyExport,
  gen: keyGen,
  import: keyImport,
  list: keyList('List the keys. Deprecated: use key/ls.', 'deprecated'),
  ls: keyList('List the keys.', 'active'),
  rename: keyRename,
  rm: keyRm,
  rotate: keyRotate,
  sign: keySign,
  verify: keyVerify
})
