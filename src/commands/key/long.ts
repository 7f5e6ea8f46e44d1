import { option } from '../../rpc/command/option.ts'

export const long = option.bool('l', 'Print key IDs too (text output only).')
