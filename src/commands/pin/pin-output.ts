import { shape } from '../../rpc/output.ts'

/** What `pin/rm` and `pin/update` answer. */
export const pinOutput = shape('PinOutput', 'Pins:[]string')
