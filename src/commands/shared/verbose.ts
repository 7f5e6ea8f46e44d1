import { option } from '../../rpc/option.ts'

export const verbose = option.bool('verbose,v', 'Say more.')
