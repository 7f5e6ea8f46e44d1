import { argument } from '../../rpc/command/argument.ts'
import { option } from '../../rpc/command/option.ts'

export const cidsArgument = argument.string('obj', 'CIDs to look at; all when left out.', {
  required: false,
  variadic: true
})
export const fileOrderOption = option.bool('file-order', 'In the order of the files.')
