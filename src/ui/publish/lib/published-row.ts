/** Result of publishing at one place in the network. */
export interface PublishedPlace {
  place: string
  /** why the place refused it, or could not be reached */
  problem?: string
}

/** A folder of Files that a name follows: a row that the node updates (`src/node/maintenance/folder-publisher.ts`). */
export interface PublishedFolder {
  /** IPNS name */
  id: string
  /** path of the folder in Files */
  path: string
  /** CID that was published last */
  cid?: string
  atMs?: number
  places: readonly PublishedPlace[]
  /** why it could not be published */
  problem?: string
}

/** Prefix of the rows, followed by the IPNS name. */
export const PUBLISHED_ROWS = '/swipfs/published'

/** Returns the key and the value of a row. */
export function publishedRow ({ id, ...row }: PublishedFolder): [key: string, value: Uint8Array] {
  return [rowKey(id), new TextEncoder().encode(JSON.stringify(row))]
}

/** Returns the key of a row. */
export function rowKey (id: string): string {
  return `${PUBLISHED_ROWS}/${id}`
}

/** Parses a row; undefined if it is none, because any app of this origin can write one. */
export function readPublishedRow (key: string, value: Uint8Array | undefined): PublishedFolder | undefined {
  try {
    const row = JSON.parse(new TextDecoder().decode(value)) as Partial<PublishedFolder> | null
    return typeof row?.path !== 'string'
      ? undefined
      : { ...row, id: key.slice(PUBLISHED_ROWS.length + 1), path: row.path, places: row.places ?? [] }
  } catch {
    return undefined
  }
}
