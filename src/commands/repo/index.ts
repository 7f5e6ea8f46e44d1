import { group } from '../../rpc/command/command.ts'
import { refsLocal } from '../refs/local.ts'
import { repoGc } from './gc.ts'
import { repoMigrate } from './migrate.ts'
import { repoStat } from './stat.ts'
import { repoVerify } from './verify.ts'
import { repoVersion } from './version.ts'

export const repo = group('Manage the repo.', {
  gc: repoGc,
  ls: refsLocal,
  migrate: repoMigrate,
  stat: repoStat,
  verify: repoVerify,
  version: repoVersion
})
