import { argument } from '../../../rpc/command/argument.ts'
import { option } from '../../../rpc/command/option.ts'

/** Option of the group that its commands inherit. */
export const flushOption = option.bool('flush,f', 'Flush the change to durable storage.', { default: true })

export const pathArgument = argument.string('path', 'Path in MFS.')
export const optionalPath = argument.string('path', 'Path in MFS. Default: /', {
  required: false
})
export const sourceArgument = argument.string('source', 'Source path.')
export const destArgument = argument.string('dest', 'Destination path.')

export const parentsOption = option.bool('parents,p', 'Create missing parent directories.')
export const cidVersionOption = option.int('cid-version,cid-ver', 'CID version, 0 or 1.', { experimental: true })
export const hashOption = option.string('hash', 'Hash function of new nodes. Implies CIDv1.', { experimental: true })
export const offsetOption = option.int64('offset,o', 'Byte offset at which to start.')
export const countOption = option.int64('count,n', 'Maximum number of bytes.')
