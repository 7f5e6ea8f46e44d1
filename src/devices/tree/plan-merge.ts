import { copyName } from './copy-name.ts'
import { isSameEntry, NO_ENTRIES, sharedEntries } from './folder-entry.ts'
import type { FolderEntries, ListFolder, TreeEntry } from './folder-entry.ts'

/**
 * A change of Files that takes over what the other device changed. Each can be repeated after a crash.
 *
 * - `add` puts an entry where none is
 * - `replace` moves an entry to the Bin and puts another version in its place
 * - `bin` moves an entry to the Bin
 */
export type MergeStep =
  | { do: 'add'; path: string; entry: TreeEntry; isCopy?: boolean }
  | { do: 'replace'; path: string; entry: TreeEntry; was: TreeEntry }
  | { do: 'bin'; path: string; was: TreeEntry }

export interface MergeInit {
  /** root of the last common state; undefined if there was none */
  base: string | undefined
  /** root of this device */
  mine: string
  /** root of the other device */
  theirs: string
  /** name of the other device, which names the copies */
  device: string
  list: ListFolder
  /** lists a root, by default with `list` */
  listRoot?: ListFolder
}

interface Versions {
  base: TreeEntry | undefined
  mine: TreeEntry | undefined
  theirs: TreeEntry | undefined
}

interface FolderVersions {
  base: FolderEntries
  mine: FolderEntries
  theirs: FolderEntries
}

/**
 * Compares two trees with their last common state, and returns the steps that bring the changes of the other device
 * into this one. Equal subtrees are not read.
 *
 * | other device | this device | result |
 * |---|---|---|
 * | unchanged | any | no step |
 * | changed | unchanged | the other's version; the entry here goes to the Bin |
 * | changed | deleted | the other's version |
 * | deleted | changed | this version |
 * | changed | changed | both: the other's version gets a name with its device |
 */
export async function planMerge (
  { base, mine, theirs, device, list, listRoot = list }: MergeInit
): Promise<MergeStep[]> {
  if (mine === theirs || base === theirs) {
    return []
  }

  const roots = await Promise.all(
    [base, mine, theirs].map(async (root) => root == null ? NO_ENTRIES : sharedEntries(await listRoot(root)))
  )
  const planner = new MergePlanner(device, list)
  await planner.compareFolders('', { base: roots[0], mine: roots[1], theirs: roots[2] })
  return planner.steps
}

class MergePlanner {
  readonly steps: MergeStep[] = []
  readonly #device: string
  readonly #list: ListFolder

  constructor (device: string, list: ListFolder) {
    this.#device = device
    this.#list = list
  }

  async compareFolders (path: string, folders: FolderVersions): Promise<void> {
    const names = new Set([...folders.theirs.keys(), ...folders.base.keys()])
    const copies: Array<[name: string, theirs: TreeEntry]> = []

    for (const name of [...names].sort()) {
      const versions = {
        base: folders.base.get(name),
        mine: folders.mine.get(name),
        theirs: folders.theirs.get(name)
      }

      if (await this.#compareEntry(`${path}/${name}`, versions) === 'both') {
        copies.push([name, versions.theirs!])
      }
    }

    const taken = new Set([...folders.mine.keys(), ...folders.theirs.keys()])

    for (const [name, entry] of copies) {
      this.#keepCopy(path, name, entry, { mine: folders.mine, taken })
    }
  }

  /** Adds the steps for an entry; returns `both` if both versions are to be kept. */
  async #compareEntry (path: string, versions: Versions): Promise<'both' | undefined> {
    const { base, mine, theirs } = versions

    if (isSameEntry(mine, theirs) || isSameEntry(base, theirs)) {
      return undefined
    }

    if (isSameEntry(base, mine)) {
      await this.#takeTheirs(path, versions)
      return undefined
    }

    if (mustCompareInside(versions)) {
      await this.#compareInside(path, versions)
      return undefined
    }

    if (mine == null) {
      this.steps.push({ do: 'add', path, entry: theirs! })
      return undefined
    }

    return theirs == null ? undefined : 'both'
  }

  /** Takes over a change of an entry that did not change here. */
  async #takeTheirs (path: string, versions: Versions): Promise<void> {
    const { mine, theirs } = versions

    if (mine?.isFolder === true && theirs?.isFolder === true) {
      await this.#compareInside(path, versions)
    } else if (mine != null && theirs != null) {
      this.steps.push({ do: 'replace', path, entry: theirs, was: mine })
    } else if (mine != null) {
      this.steps.push({ do: 'bin', path, was: mine })
    } else {
      this.steps.push({ do: 'add', path, entry: theirs! })
    }
  }

  async #compareInside (path: string, versions: Versions): Promise<void> {
    const [base, mine, theirs] = await Promise.all(
      [versions.base, versions.mine, versions.theirs].map(async (entry) =>
        entry?.isFolder === true ? await this.#list(entry.cid) : NO_ENTRIES
      )
    )
    await this.compareFolders(path, { base, mine, theirs })
  }

  /** Keeps the other's version under a free name. A copy that exists already, for example after a crash, is enough. */
  #keepCopy (
    path: string,
    name: string,
    entry: TreeEntry,
    { mine, taken }: { mine: FolderEntries; taken: Set<string> }
  ): void {
    for (let number = 1;; number++) {
      const copy = copyName(name, this.#device, { number, isFolder: entry.isFolder })

      if (mine.get(copy)?.cid === entry.cid) {
        return
      }

      if (!taken.has(copy)) {
        taken.add(copy)
        this.steps.push({ do: 'add', path: `${path}/${copy}`, entry, isCopy: true })
        return
      }
    }
  }
}

/** Returns whether the entry is a folder on both devices, or was deleted on one of them. */
function mustCompareInside ({ base, mine, theirs }: Versions): boolean {
  const areFolders = (a: TreeEntry | undefined, b: TreeEntry | undefined): boolean =>
    a?.isFolder === true && b?.isFolder === true
  return areFolders(mine, theirs) || (mine == null && areFolders(base, theirs)) ||
    (theirs == null && areFolders(base, mine))
}
