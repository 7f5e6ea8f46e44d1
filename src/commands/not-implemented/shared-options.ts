import { option } from '../../rpc/option.ts'

export const verbose = option.bool('verbose,v', 'Say more.')
export const human = option.bool('human', 'Write sizes with units.')
