import { option } from '../../rpc/command/option.ts'

/** Option of `config`, inherited by `config/show`. */
export const expandAutoOption = option.bool('expand-auto', 'Replace `auto` by the values that it stands for.')
