import { argument } from '../../rpc/command/argument.ts'
import { option } from '../../rpc/command/option.ts'

export const all = option.bool('all,a', 'Close all.')
export const headers = option.bool('headers,v', 'Print column headers.')
export const protocolArgument = argument.string(
  'protocol',
  'Protocol name, starting with /x/ unless allow-custom-protocol is set.'
)
export const targetArgument = argument.string('target-address', 'Target address.')
export const customProtocol = option.bool('allow-custom-protocol', 'Allow protocol names that do not start with /x/.')
export const foreground = option.bool('foreground,f', 'Return the state as a stream, and close when the request ends.')
