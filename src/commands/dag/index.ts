import { group } from '../../rpc/command/command.ts'
import { dagExport } from './export.ts'
import { dagGet } from './get.ts'
import { dagImport } from './import.ts'
import { dagPut } from './put.ts'
import { dagResolve } from './resolve.ts'
import { dagStat } from './stat.ts'

export const dag = group('Work with IPLD data.', {
  export: dagExport,
  get: dagGet,
  import: dagImport,
  put: dagPut,
  resolve: dagResolve,
  stat: dagStat
})
