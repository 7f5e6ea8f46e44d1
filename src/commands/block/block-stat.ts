import { shape } from '../../rpc/command/output.ts'

/** Answer of `block/put` and `block/stat`. */
export const blockStatShape = shape('BlockStat', 'Key:string Size:int')
