import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readCar } from '../../src/car/read-car.ts'
import { CODEC } from '../../src/cid/codes/multiformat-codes.ts'
import type { About, BackupFile, BackupPin, Manifest } from '../../src/ui/backup/lib/manifest.ts'
import { multipartTexts } from './multipart-files.ts'
import { callAll, callOne, RpcFailure } from './rpc-target.ts'
import type { RpcTarget } from './rpc-target.ts'

const LAST_LINE_END = /\r?\n$/

/** Reads the roots of a CAR. */
export async function readCarRoots (file: string): Promise<Array<{ cid: string; isDagJson: boolean }>> {
  const source = createReadStream(file)

  try {
    const { roots } = await readCar(source)
    return roots.map((cid) => ({ cid: cid.toString(), isDagJson: cid.code === CODEC.dagJson }))
  } catch (err) {
    throw new Error(`${file}: ${(err as Error).message}`, { cause: err })
  } finally {
    source.destroy()
  }
}

interface BackupOptions {
  passwordFile: string | undefined
  /** whether a root that is no backup is pinned */
  isPinned: boolean
  note: (line: string) => void
}

/**
 * Restores pins, Files and keys of a backup whose blocks are in the node. Never overwrites anything. A root that is not
 * a backup is pinned.
 *
 * @param root - its document
 */
export async function importBackup (target: RpcTarget, root: string, options: BackupOptions): Promise<void> {
  const manifest = await callOne<Manifest>(target, 'dag/get', [['arg', root]])

  if (manifest?.type !== 'swipfs-backup') {
    if (options.isPinned) {
      await callOne(target, 'pin/add', [['arg', root]])
    }
    return
  }

  if (manifest.version !== 1) {
    throw new Error(`the backup has version ${String(manifest.version)}, which a newer swipfs has made`)
  }

  const about: About[] = []

  for (const link of manifest.about) {
    about.push(await callOne<About>(target, 'dag/get', [['arg', link['/']]]))
  }

  await restorePins(target, about.flatMap(({ pins }) => pins))
  const moved = await restoreFiles(target, about.flatMap(({ files }) => files), manifest.at.slice(0, 10))
  const lacking = about.flatMap((one) => one.lacking).length
  const keys = await restoreKeys(target, manifest, options.passwordFile)

  if (moved != null) {
    options.note(`Some files of the backup have names that are in use: they are in ${moved}`)
  }

  if (lacking > 0) {
    options.note(`The backup lacks the content of ${lacking} entries, which were incomplete when it was made`)
  }

  if (keys > 0) {
    options.note(`${keys} keys were left out: name a --password-file to restore them`)
  }
}

async function restorePins (target: RpcTarget, pins: readonly BackupPin[]): Promise<void> {
  for (const { cid, name, type } of pins) {
    await callAll(target, 'pin/add', [
      ['arg', cid],
      ['recursive', String(type === 'recursive')],
      ...name === '' ? [] : [['name', name]] as const
    ])
  }
}

/**
 * Copies files of a backup to their paths. A file whose path has something else goes into a folder of the backup's day.
 *
 * @returns that folder, if there is one
 */
async function restoreFiles (
  target: RpcTarget,
  files: readonly BackupFile[],
  day: string
): Promise<string | undefined> {
  let moved: string | undefined

  for (const { path, cid } of await withoutRoot(target, files)) {
    const there = await cidAt(target, path)

    if (there != null && there !== cid) {
      moved = `/Restored ${day}`
    }

    const place = there != null && there !== cid ? `${moved}${path}` : path

    if (there !== cid && await cidAt(target, place) == null) {
      await callAll(target, 'files/cp', [['arg', `/ipfs/${cid}`], ['arg', place], ['parents', 'true']])
    }
  }

  return moved
}

/** Replaces a backup of all Files by their entries: the root itself cannot be copied. */
async function withoutRoot (target: RpcTarget, files: readonly BackupFile[]): Promise<BackupFile[]> {
  const root = files.find(({ path }) => path === '/')

  if (root == null) {
    return [...files]
  }

  const { Objects: [{ Links }] } = await callOne<{ Objects: Array<{ Links: Array<{ Name: string; Hash: string }> }> }>(
    target,
    'ls',
    [['arg', root.cid], ['resolve-type', 'false'], ['size', 'false']]
  )
  return Links.map(({ Name, Hash }) => ({ path: `/${Name}`, cid: Hash }))
}

async function cidAt (target: RpcTarget, path: string): Promise<string | undefined> {
  try {
    return (await callOne<{ Hash: string }>(target, 'files/stat', [['arg', path]])).Hash
  } catch (err) {
    if (err instanceof RpcFailure && /does not exist/.test(err.message)) {
      return undefined
    }

    throw err
  }
}

/**
 * Restores the keys of a backup.
 *
 * @returns the number of keys that were left out, without a password
 */
async function restoreKeys (
  target: RpcTarget,
  { keys }: Manifest,
  passwordFile: string | undefined
): Promise<number> {
  if (keys == null || passwordFile == null) {
    return keys?.count ?? 0
  }

  const password = (await readFile(passwordFile, 'utf8')).replace(LAST_LINE_END, '')
  await callAll(target, 'swipfs/key/restore', [], multipartTexts([JSON.stringify(keys.sealed), password]))
  return 0
}
