import { argument } from '../../rpc/command/argument.ts'
import { option } from '../../rpc/command/option.ts'

export const all = option.bool('all,a', 'All of them.')
export const headers = option.bool('headers,v', 'With a line of headings.')
export const protocolArgument = argument.string('protocol', 'Name of the protocol, below /x/.')
export const targetArgument = argument.string('target-address', 'Where connections go.')
export const customProtocol = option.bool('allow-custom-protocol', 'The name need not be below /x/.')
export const foreground = option.bool('foreground,f', 'Stop when the request ends.')
