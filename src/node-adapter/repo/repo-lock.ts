import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defineError } from '../../errors/define-error.ts'

/** Lock files are numbered, and the highest number counts: only one process can create the next one. */
const LOCK = /^lock\.(\d+)$/

const TRIES = 20

/** Thrown if another process has the repo open. */
export class RepoInUseError extends defineError('RepoInUseError') {}

/** The process that has taken a lock. */
interface Holder {
  pid: number
  /** Distinguishes processes that had the same ID one after the other; missing where the system does not say. */
  started?: string
  /** Whether it has given the lock back. */
  isFree?: boolean
}

/**
 * Locks the folder of a repo for this process. The lock of a process that was killed is free.
 *
 * A lock is a file `lock.N`, and the highest N counts. A process takes a free one by creating `lock.N+1`, which only
 * one can. It then looks again: if there is a higher one meanwhile, it has taken an outdated one.
 *
 * @returns gives the lock back
 * @throws RepoInUseError that names the process
 */
export function lockRepo (folder: string): () => void {
  for (let tries = 0; tries < TRIES; tries++) {
    const last = highestLock(folder)
    const holder = last === 0 ? undefined : readHolder(lockFile(folder, last))

    if (holder != null && isHeld(holder)) {
      throw new RepoInUseError(
        `the repo ${folder} is open in process ${holder.pid}: stop it first, or use another folder`
      )
    }

    const taken = last + 1

    if (createLock(folder, taken)) {
      if (highestLock(folder) === taken) {
        removeBelow(folder, taken)
        return () => {
          writeFileSync(lockFile(folder, taken), JSON.stringify({ ...ownHolder(), isFree: true }))
        }
      }

      rmSync(lockFile(folder, taken), { force: true })
    }
  }

  throw new RepoInUseError(`the repo ${folder} is being opened by several processes`)
}

function lockFile (folder: string, number: number): string {
  return path.join(folder, `lock.${number}`)
}

function lockNumbers (folder: string): number[] {
  return readdirSync(folder).flatMap((name) => Number(LOCK.exec(name)?.[1] ?? []))
}

function highestLock (folder: string): number {
  return Math.max(0, ...lockNumbers(folder))
}

function removeBelow (folder: string, number: number): void {
  lockNumbers(folder).filter((other) => other < number).forEach((other) => {
    rmSync(lockFile(folder, other), { force: true })
  })
}

/** Creates a lock file together with its content. Returns false if it exists. */
function createLock (folder: string, number: number): boolean {
  const draft = path.join(folder, `lock-draft.${process.pid}`)
  writeFileSync(draft, JSON.stringify(ownHolder()))

  try {
    linkSync(draft, lockFile(folder, number))
    return true
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'EEXIST') {
      return false
    }
    throw err
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Reads a lock file; undefined if it was removed meanwhile, which means that there is a higher one. */
function readHolder (file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function ownHolder (): Holder {
  return { pid: process.pid, started: startOf(process.pid) }
}

/** Whether the process that took the lock is alive and has not given it back. */
function isHeld ({ pid, started, isFree }: Holder): boolean {
  return isFree !== true && isAlive(pid) && (started == null || startOf(pid) === started)
}

function isAlive (pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (err) {
    // The process of another user.
    return (err as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the boot and the start time of a process, on Linux. */
function startOf (pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in parentheses, and may contain spaces. The start time is the 20th field after it.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return undefined
  }
}
