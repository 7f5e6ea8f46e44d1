/** A shared file or folder, as its link describes it. Unknown facts are missing. */
export interface SharedItem {
  /** content path, such as `/ipfs/CID` */
  path: string
  name?: string | undefined
  /** media type of a file */
  type?: string | undefined
  sizeBytes?: number | undefined
  isFolder?: boolean
  /** URL of this origin that is opened once everything is here */
  opens?: string
  /** content path of an entry that suffices, if the item is large */
  entry?: string
  /** multiaddr of the sender */
  address?: string | undefined
}
