import { argument } from '../../rpc/command/argument.ts'
import { option } from '../../rpc/command/option.ts'

/** Option of the group that its commands inherit. */
export const flushOption = option.bool('flush,f', 'Make the change durable at once.', { default: true })

export const pathArgument = argument.string('path', 'Path in the mutable file system.')
export const optionalPath = argument.string('path', 'Path in the mutable file system; / when left out.', {
  required: false
})
export const sourceArgument = argument.string('source', 'Where from.')
export const destArgument = argument.string('dest', 'Where to.')

export const parentsOption = option.bool('parents,p', 'Make the directories on the way.')
export const cidVersionOption = option.int('cid-version,cid-ver', 'Version of the CIDs.', { experimental: true })
export const hashOption = option.string('hash', 'Hash function; CIDs get version 1 with it.', { experimental: true })
export const offsetOption = option.int64('offset,o', 'Byte to start at.')
export const countOption = option.int64('count,n', 'Bytes at most.')
