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

export const key = group('Make and keep the keys that names are signed with.', {
  export: keyExport,
  gen: keyGen,
  import: keyImport,
  list: keyList('List the keys; key/ls does it now.', 'deprecated'),
  ls: keyList('List the keys.', 'active'),
  rename: keyRename,
  rm: keyRm,
  rotate: keyRotate,
  sign: keySign,
  verify: keyVerify
})
