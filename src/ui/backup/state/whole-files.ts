import { rpc } from '../../../client/index.ts'
import { RpcError } from '../../../client/protocol/errors.ts'
import { isError } from '../../../errors/define-error.ts'
import { isMissing } from '../../client/is-missing.ts'
import { measureDag } from '../../client/measure-dag.ts'
import { TYPE_FOLDER } from '../../folder/lib/folder-entry.ts'
import type { LsLink } from '../../folder/lib/folder-entry.ts'
import { joinPath } from '../../lib/links/mfs-path.ts'
import type { BackupFile } from '../lib/manifest.ts'

export interface WholeFiles {
  /** the largest parts of the MFS that are completely stored */
  files: BackupFile[]
  /** incomplete parts */
  lacking: Array<{ cid: string; name: string }>
}

/** Finds the parts of the MFS that are completely stored. Content that was added by its CID may be incomplete. */
export async function wholeFiles ({ signal }: { signal: AbortSignal }): Promise<WholeFiles> {
  const { Hash } = await rpc<{ Hash: string }>('files/stat', { args: ['/'], signal })
  const found: WholeFiles = { files: [], lacking: [] }
  await look({ path: '/', cid: Hash }, true)
  return found

  async function look (file: BackupFile, isFolder: boolean): Promise<void> {
    if (await isWhole(file.cid, signal)) {
      found.files.push(file)
      return
    }

    const entries = isFolder ? await entriesOf(file.cid, signal) : undefined

    if (entries == null) {
      found.lacking.push({ cid: file.cid, name: file.path })
      return
    }

    for (const { Name, Hash, Type } of entries) {
      await look({ path: joinPath(file.path, Name), cid: Hash }, Type === TYPE_FOLDER)
    }
  }
}

async function isWhole (cid: string, signal: AbortSignal): Promise<boolean> {
  try {
    await measureDag(cid, { signal })
    return true
  } catch (err) {
    if (isMissing(err)) {
      return false
    }
    throw err
  }
}

/** Returns the entries; undefined if a block of the folder itself is missing. */
async function entriesOf (cid: string, signal: AbortSignal): Promise<LsLink[] | undefined> {
  try {
    const { Objects: [{ Links }] } = await rpc<{ Objects: Array<{ Links: LsLink[] }> }>('ls', {
      args: [cid],
      options: { offline: true },
      signal
    })
    return Links
  } catch (err) {
    if (!isMissing(err)) {
      throw err
    }
    // An entry with a missing block aborts the listing. Names are enough then, without entry types.
    return await namesOf(cid, signal)
  }
}

async function namesOf (cid: string, signal: AbortSignal): Promise<LsLink[] | undefined> {
  try {
    const { Objects: [{ Links }] } = await rpc<{ Objects: Array<{ Links: LsLink[] }> }>('ls', {
      args: [cid],
      options: { offline: true, 'resolve-type': false, size: false },
      signal
    })
    return await Promise.all(
      Links.map(async (link) => ({ ...link, Type: await isFolder(link.Hash, signal) ? TYPE_FOLDER : 0 }))
    )
  } catch (err) {
    if (isMissing(err)) {
      return undefined
    }
    throw err
  }
}

async function isFolder (cid: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await rpc<{ Type: string }>('files/stat', { args: [`/ipfs/${cid}`], options: { offline: true }, signal }))
      .Type === 'directory'
  } catch (err) {
    if (isError(err, RpcError)) {
      return false
    }
    throw err
  }
}
