import { multipartFiles } from './multipart-files.ts'
import type { SentEntry } from './multipart-files.ts'
import { jsonLines } from './rpc-target.ts'
import type { RpcQuery, RpcTarget } from './rpc-target.ts'

interface AddOptions {
  isPinned: boolean
  pinName?: string
  /** folder in Files to put it into */
  to?: string
  sent: (bytes: number) => void
}

/** Adds a file, or a folder with its files. Returns its CID. */
export async function addEntries (
  target: RpcTarget,
  entries: readonly SentEntry[],
  { isPinned, pinName, to, sent }: AddOptions
): Promise<string> {
  const query: RpcQuery = [
    ['cid-version', '1'],
    ['progress', 'false'],
    ['pin', String(isPinned)],
    ...pinName == null ? [] : [['pin-name', pinName]] as const,
    ...to == null ? [] : [['to-files', to.endsWith('/') ? to : `${to}/`]] as const
  ]

  if (to != null) {
    for await (const _ of await target.call('files/mkdir', [['arg', to], ['parents', 'true']])) {
      // Until it is made.
    }
  }

  let cid: string | undefined

  for await (
    const { Name, Hash } of jsonLines<{ Name?: string; Hash?: string }>(
      await target.call('add', query, multipartFiles(entries, sent))
    )
  ) {
    cid = Name === entries[0].name ? Hash : cid
  }

  if (cid == null) {
    throw new Error(`${target.place} did not say that ${entries[0].name} was stored`)
  }

  return cid
}
