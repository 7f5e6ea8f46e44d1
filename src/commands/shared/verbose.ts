import { option } from '../../rpc/command/option.ts'

export const verbose = option.bool('verbose,v', 'Print more details.')
