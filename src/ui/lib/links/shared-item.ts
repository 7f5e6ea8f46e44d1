/** A shared file or folder, as its link describes it. Unknown facts are missing. */
export interface SharedItem {
  /** content path, such as `/ipfs/CID` */
  path: string
  name?: string | undefined
  /** media type of a file */
  type?: string | undefined
  sizeBytes?: number | undefined
  isFolder?: boolean
  /** multiaddr of the sender */
  address?: string | undefined
}
