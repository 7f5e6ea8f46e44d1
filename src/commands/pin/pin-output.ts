import { shape } from '../../rpc/command/output.ts'

/** Answer of `pin/rm` and `pin/update`. */
export const pinOutput = shape('PinOutput', 'Pins:[]string')
