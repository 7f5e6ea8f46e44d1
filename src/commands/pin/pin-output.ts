import { shape } from '../../rpc/output.ts'

/** Answer of `pin/rm` and `pin/update`. */
export const pinOutput = shape('PinOutput', 'Pins:[]string')
