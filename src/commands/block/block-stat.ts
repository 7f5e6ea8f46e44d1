import { outputShape } from '../../rpc/command/output.ts'

/** Answer of `block/put` and `block/stat`. */
export const blockStatShape = outputShape('BlockStat', 'Key:string Size:int')
