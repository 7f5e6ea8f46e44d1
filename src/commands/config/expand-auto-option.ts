import { option } from '../../rpc/option.ts'

/** Of `config`, and inherited by `config/show`. */
export const expandAutoOption = option.bool('expand-auto', 'Show what `auto` stands for in place of it.')
