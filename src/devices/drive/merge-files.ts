import { callDone, callOnce } from '../node-calls.ts'
import type { NodeCalls } from '../node-calls.ts'
import { deletionPath } from '../tree/bin-path.ts'
import type { MergeStep } from '../tree/plan-merge.ts'
import type { FetchProgress } from './fetch-content.ts'
import { fetchContent } from './fetch-content.ts'

export interface MergeProgress extends FetchProgress {
  /** finished steps */
  done: number
  steps: number
}

export interface MergeFilesOptions {
  signal?: AbortSignal
  onProgress?: (progress: MergeProgress) => void
  nowMs?: () => number
}

/** Contents that are fetched at once. */
const FETCHES = 8

/** Distinguishes deletions of merges from those of a person in the same millisecond. */
const BIN_COUNT = 1000

/**
 * Applies steps to Files. Each content is stored completely before its entry appears.
 *
 * No step destroys an entry. One that is replaced goes to the Bin, and one that changed since the steps were planned is
 * put back from there. The caller plans again afterwards, and finds what is left to do.
 */
export async function mergeFiles (
  calls: NodeCalls,
  steps: readonly MergeStep[],
  { signal, onProgress, nowMs = Date.now }: MergeFilesOptions = {}
): Promise<void> {
  const progress = { done: 0, steps: steps.length, bytes: 0 }
  const report = (bytes: number): void => {
    progress.bytes += bytes
    onProgress?.({ ...progress })
  }
  const bins = new Map<string, string>()
  const atMs = nowMs()
  const files = new FileSteps(calls, (from) => {
    const known = bins.get(from) ?? deletionPath({ atMs, from }, BIN_COUNT + bins.size)
    bins.set(from, known)
    return known
  })

  report(0)

  for (let start = 0; start < steps.length; start += FETCHES) {
    const part = steps.slice(start, start + FETCHES)
    await Promise.all(part.map(async (step) => {
      if (step.do !== 'bin') {
        await fetchContent(calls, step.entry.cid, { signal, onBytes: report })
      }
    }))

    for (const step of part) {
      signal?.throwIfAborted()
      await files.apply(step)
      progress.done++
      report(0)
    }
  }
}

class FileSteps {
  readonly #calls: NodeCalls
  readonly #binFolder: (parent: string) => string

  constructor (calls: NodeCalls, binFolder: (parent: string) => string) {
    this.#calls = calls
    this.#binFolder = binFolder
  }

  async apply (step: MergeStep): Promise<void> {
    if (step.do === 'add') {
      await this.#add(step.path, step.entry.cid)
      return
    }

    if (await this.#moveToBin(step.path, step.was.cid) && step.do === 'replace') {
      await this.#add(step.path, step.entry.cid)
    }
  }

  /** Adds an entry, unless the person has just added one of its name. */
  async #add (path: string, cid: string): Promise<void> {
    await callDone(this.#calls, 'files/cp', { args: [`/ipfs/${cid}`, path], options: { parents: true, offline: true } })
      .catch(async (err: Error) => {
        if (!await this.#exists(path) && !await this.#isBelowFile(path)) {
          throw err
        }
      })
  }

  /**
   * Moves an entry to the Bin.
   *
   * @param was - its expected CID
   * @returns false if it is gone, or has changed and stays
   */
  async #moveToBin (path: string, was: string): Promise<boolean> {
    const { folder, name } = splitFilesPath(path)
    const bin = this.#binFolder(folder)
    const to = `${bin}/${name}`

    if (await this.#cidAt(path) !== was) {
      return false
    }

    await callDone(this.#calls, 'files/mkdir', { args: [bin], options: { parents: true } })
    await callDone(this.#calls, 'files/mv', { args: [path, to] })

    if (await this.#cidAt(to) === was) {
      return true
    }

    // It changed in between: it is put back, unless its name was taken meanwhile. Then it stays in the Bin.
    await callDone(this.#calls, 'files/cp', { args: [to, path], options: { offline: true } })
      .then(async () => {
        await this.#remove(to)
      }, () => {})
    return false
  }

  async #remove (path: string): Promise<void> {
    await callDone(this.#calls, 'files/rm', { args: [path], options: { recursive: true } })
    const { folder } = splitFilesPath(path)
    const { Entries } = await callOnce<{ Entries: unknown[] | null }>(this.#calls, 'files/ls', { args: [folder] })

    if (Entries == null || Entries.length === 0) {
      await callDone(this.#calls, 'files/rm', { args: [folder], options: { recursive: true } })
    }
  }

  async #exists (path: string): Promise<boolean> {
    return await this.#cidAt(path) != null
  }

  /** Returns whether a parent of the path is a file now. */
  async #isBelowFile (path: string): Promise<boolean> {
    const { folder } = splitFilesPath(path)

    if (folder === '/') {
      return false
    }

    const stat = await callOnce<{ Type: string }>(this.#calls, 'files/stat', { args: [folder] }).catch(() => undefined)
    return stat == null ? await this.#isBelowFile(folder) : stat.Type !== 'directory'
  }

  /** Returns the CID at a path; undefined if there is no entry. */
  async #cidAt (path: string): Promise<string | undefined> {
    return await filesCid(this.#calls, path).catch((err: Error) => {
      if (/does not exist|not a directory/.test(err.message)) {
        return undefined
      }

      throw err
    })
  }
}

/** Returns the CID at a path in Files. */
export async function filesCid (calls: NodeCalls, path: string): Promise<string> {
  return (await callOnce<{ Hash: string }>(calls, 'files/stat', { args: [path], options: { hash: true } })).Hash
}

function splitFilesPath (path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/')
  return { folder: path.slice(0, slash) || '/', name: path.slice(slash + 1) }
}
