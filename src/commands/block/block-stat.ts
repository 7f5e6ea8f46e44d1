import { shape } from '../../rpc/output.ts'

/** What `block/put` and `block/stat` answer. */
export const blockStatShape = shape('BlockStat', 'Key:string Size:int')
