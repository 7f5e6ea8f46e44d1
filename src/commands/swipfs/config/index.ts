import { group } from '../../../rpc/command/command.ts'
import { contactedHosts } from './hosts.ts'
import { configProblems } from './problems.ts'
import { resetConfigCommand } from './reset.ts'

export const swipfsConfig = group('Check the configuration, and reset it.', {
  hosts: contactedHosts,
  problems: configProblems,
  reset: resetConfigCommand
})
