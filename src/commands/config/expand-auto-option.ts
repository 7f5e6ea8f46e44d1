import { option } from '../../rpc/command/option.ts'

/** Option of `config`, inherited by `config/show`. */
export const expandAutoOption = option.bool('expand-auto', 'Show what `auto` stands for in place of it.')
