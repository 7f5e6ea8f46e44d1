import { option } from '../../rpc/option.ts'

export const human = option.bool('human', 'Write sizes with units.')
