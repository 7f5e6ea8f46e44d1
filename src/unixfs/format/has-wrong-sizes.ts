import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { UnixfsData } from './unixfs-data.ts'

/**
 * Returns whether the root of a file alone shows that its size is wrong. This is the case if it does not declare one
 * size for each link, if it declares an empty part, or if the sizes do not add up.
 *
 * @param links - the number of links of the node
 */
export function hasWrongSizes (
  { type, data, fileSize = 0, blockSizes }: Pick<UnixfsData, 'type' | 'data' | 'fileSize' | 'blockSizes'>,
  links: number
): boolean {
  if (type !== UNIXFS_TYPE.file) {
    return false
  }

  return links === 0
    ? fileSize !== (data?.length ?? 0)
    : blockSizes.length !== links || blockSizes.includes(0) || addUint64(0, blockSizes) !== fileSize
}
