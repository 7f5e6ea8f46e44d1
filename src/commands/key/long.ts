import { option } from '../../rpc/command/option.ts'

export const long = option.bool('l', 'With the IDs of the keys; of use to the text form alone.')
