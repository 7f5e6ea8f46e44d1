import { outputShape } from '../../rpc/command/output.ts'

/** Answer of `pin/rm` and `pin/update`. */
export const pinOutput = outputShape('PinOutput', 'Pins:[]string')
