import { argument } from '../../rpc/command/argument.ts'
import { option } from '../../rpc/command/option.ts'

export const cidsArgument = argument.string('obj', 'CIDs to list. Default: all', {
  required: false,
  variadic: true
})
export const fileOrderOption = option.bool('file-order', 'Sort by file path and offset. Ignored with CIDs.')
