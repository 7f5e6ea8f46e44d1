import { firstBlocks } from './first-blocks.ts'
import type { About, Manifest } from './manifest.ts'
import { NoBackupError } from './no-backup-error.ts'

/** The contents of a backup file, from its first blocks. */
export interface Backup {
  /** CID of its manifest */
  root: string
  manifest: Manifest
  about: About
}

/** Multicodec of dag-json. */
const DAG_JSON = 0x0129

/**
 * Reads the contents list of a backup. Does not read the blocks of the content.
 *
 * @throws NoBackupError, or the error of reading the file
 */
export async function readBackup (file: Blob): Promise<Backup> {
  const blocks = firstBlocks(file)
  const next = async (): Promise<{ cid: string; value: unknown }> => {
    const { value: block } = await blocks.next()
    if (block == null) {
      throw new NoBackupError('the file ends too early')
    }
    if (block.cid.code !== DAG_JSON) {
      throw new NoBackupError('the file is an archive of something else')
    }
    return { cid: block.cid.toString(), value: json(block.bytes) }
  }

  const { cid: root, value: manifest } = await next()

  if (!isManifest(manifest)) {
    throw new NoBackupError('the file is an archive of something else')
  }

  const about: Required<About> = { pins: [], files: [], lacking: [], dates: [] }

  for (const { '/': wanted } of manifest.about) {
    const { cid, value } = await next()
    if (cid !== wanted || !isAbout(value)) {
      throw new NoBackupError('the list of what is in it is not whole')
    }
    about.pins.push(...value.pins)
    about.files.push(...value.files)
    about.lacking.push(...value.lacking)
    about.dates.push(...(Array.isArray(value.dates) ? value.dates : []).filter(isDate))
  }

  return { root, manifest, about }
}

function json (bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (err) {
    throw new NoBackupError('a document is damaged', { cause: err })
  }
}

/** Backups of earlier versions have no dates, and those of other programs may have others. */
function isDate (one: unknown): one is [string, number] {
  return Array.isArray(one) && typeof one[0] === 'string' && Number.isFinite(one[1])
}

function isManifest (value: unknown): value is Manifest {
  const { type, version, at, about } = (value ?? {}) as Partial<Manifest>
  return type === 'swipfs-backup' && version === 1 && typeof at === 'string' && Array.isArray(about) &&
    about.every((link) => typeof (link as unknown) === 'object' && typeof link?.['/'] === 'string')
}

function isAbout (value: unknown): value is About {
  const { pins, files, lacking } = (value ?? {}) as Partial<About>
  return areRows(pins, 'cid', 'name', 'type') && areRows(files, 'path', 'cid') && areRows(lacking, 'cid', 'name')
}

function areRows (list: unknown, ...texts: string[]): boolean {
  return Array.isArray(list) &&
    list.every((row: Record<string, unknown> | null) =>
      row != null && texts.every((key) => typeof row[key] === 'string')
    )
}
