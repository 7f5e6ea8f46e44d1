import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'

/** Written lengths of the IndexedDB logs, by folder. */
export type LogPositions = Map<string, { log: number; sizeBytes: number }>

/**
 * Returns the current end of the newest log in each LevelDB folder of the profile. Earlier writes lie before these
 * positions.
 */
export function logPositions (profile: string): LogPositions {
  const positions: LogPositions = new Map()

  for (const folder of databases(profile)) {
    const newest = newestLog(folder)
    if (newest != null) {
      positions.set(folder, { log: newest.log, sizeBytes: newest.sizeBytes })
    }
  }

  return positions
}

/**
 * Truncates the newest log of a folder, like a power failure in the middle of a write.
 *
 * @param length - returns the bytes to cut for the size of the log
 * @returns the new end of the log; undefined if there is no log
 */
export function cutLog (
  folder: string,
  length: (sizeBytes: number) => number
): { position: LogPositions; cutBytes: number; sizeBytes: number } | undefined {
  const newest = newestLog(folder)
  if (newest == null) {
    return undefined
  }
  const cutBytes = Math.min(newest.sizeBytes, length(newest.sizeBytes))
  truncateSync(newest.file, newest.sizeBytes - cutBytes)
  return {
    position: new Map([[folder, { log: newest.log, sizeBytes: newest.sizeBytes - cutBytes }]]),
    cutBytes,
    sizeBytes: newest.sizeBytes
  }
}

/** Returns whether all writes up to `position` lie before the cut. */
export function isBefore (position: LogPositions, cut: LogPositions): boolean {
  return [...cut].every(([folder, { log, sizeBytes }]) => {
    const written = position.get(folder)
    return written == null || written.log < log || (written.log === log && written.sizeBytes <= sizeBytes)
  })
}

/**
 * Returns the LevelDB folders of IndexedDB: those of default buckets, which are named after their origin, and those of
 * named buckets, which are numbered.
 */
export function databases (profile: string): string[] {
  return ['IndexedDB', 'WebStorage'].flatMap((name) => below(path.join(profile, 'Default', name), 4))
}

function below (folder: string, depth: number): string[] {
  if (depth === 0 || !existsSync(folder)) {
    return []
  }
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) => {
    const place = path.join(folder, name)
    return name.endsWith('indexeddb.leveldb') ? [place] : below(place, depth - 1)
  })
}

function newestLog (folder: string): { file: string; log: number; sizeBytes: number } | undefined {
  const logs = readdirSync(folder).filter((name) => /^\d+\.log$/.test(name)).map((name) => parseInt(name)).sort((
    a,
    b
  ) => b - a)

  for (const log of logs) {
    const file = path.join(folder, `${String(log).padStart(6, '0')}.log`)
    const sizeBytes = statSync(file, { throwIfNoEntry: false })?.size
    if (sizeBytes != null) {
      return { file, log, sizeBytes }
    }
  }
}
