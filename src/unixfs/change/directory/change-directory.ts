import { encodeUtf8 } from '../../../go/text/utf8.ts'
import { DirectoryError } from '../../import/directory/directory-error.ts'
import { hamtFanout } from '../../import/directory/limits.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'
import type { NodeStore } from '../node-store.ts'
import { BasicDirectory, dataFieldLength } from './basic-directory.ts'
import type { DirectoryLink, NamedLink } from './directory-link.ts'
import { HamtDirectory } from './hamt-directory.ts'
import { cachedLinksSize, rememberCounted } from './link-size-cache.ts'
import { linkSize } from './link-size.ts'

/** An immutable directory: a change returns a new one. */
export type Directory = BasicDirectory | HamtDirectory

export interface ChangeDirectoryOptions extends NodeStore {
  /** the limits that decide about sharding */
  limits: DirectoryLimits
}

/**
 * Adds or replaces an entry. Switches between basic and sharded directories exactly as boxo does
 * (`ipld/unixfs/io/directory.go`, `DynamicDirectory.AddChild`).
 *
 * @throws DirectoryError if the directory may neither have more links nor be sharded
 */
export async function withEntry (
  directory: Directory,
  name: string,
  link: DirectoryLink,
  options: ChangeDirectoryOptions
): Promise<Directory> {
  if (directory.kind === 'hamt') {
    const basic = await shrinkShard(directory, name, link, options)
    return basic == null ? await directory.with(name, link, options) : basic.with(name, link)
  }

  if (mustShard(directory, name, link, options.limits)) {
    const hamt = await HamtDirectory.from(directory, hamtFanout(options.limits.fanout), options)
    return await hamt.with(name, link, options)
  }

  checkLinks(directory, name, options.limits)
  return directory.with(name, link)
}

/** Removes an entry. Returns the same directory if there is no entry of that name. */
export async function withoutEntry (
  directory: Directory,
  name: string,
  options: ChangeDirectoryOptions
): Promise<Directory> {
  if (directory.kind === 'basic') {
    return directory.find(name) == null ? directory : directory.without(name)
  }

  if (await directory.find(name, options) == null) {
    return directory
  }

  const basic = await shrinkShard(directory, name, undefined, options)
  return basic == null ? await directory.without(name, options) : basic.without(name)
}

/** Decides about the switch to a HAMT (boxo `needsToSwitchToHAMTDir`). */
function mustShard (
  directory: BasicDirectory,
  name: string,
  link: DirectoryLink,
  { maxLinks, threshold, estimation }: DirectoryLimits
): boolean {
  if (threshold === 0) {
    return false
  }

  const old = directory.find(name)

  if (old == null && maxLinks > 0 && directory.links.length + 1 > maxLinks) {
    return true
  }

  if (estimation === 'disabled') {
    return false
  }

  const nameBytes = old?.nameBytes.length ?? encodeUtf8(name).length
  const change = linkSize(link, nameBytes, estimation) - (old == null ? 0 : linkSize(old, nameBytes, estimation))
  return directory.size(estimation) + change > threshold
}

function checkLinks (directory: BasicDirectory, name: string, { maxLinks }: DirectoryLimits): void {
  if (maxLinks > 0 && directory.links.length + 1 > maxLinks && directory.find(name) == null) {
    throw new DirectoryError('BasicDirectory: cannot add child: maxLinks reached')
  }
}

/**
 * Converts a sharded directory to a basic one if a change makes it small enough (boxo `needsToSwitchToBasicDir`,
 * `switchToBasic`).
 *
 * @param added - undefined if the entry of the name is removed
 */
async function shrinkShard (
  directory: HamtDirectory,
  name: string,
  added: DirectoryLink | undefined,
  options: ChangeDirectoryOptions
): Promise<BasicDirectory | undefined> {
  const { maxLinks, threshold, estimation } = options.limits
  const { totalLinks, sizeChange } = directory.state

  if (threshold === 0) {
    return undefined
  }

  const old = await directory.value(name, options)
  const links = totalLinks + (added == null ? 0 : 1) - (old == null ? 0 : 1)

  if (maxLinks > 0 && links > maxLinks) {
    return undefined
  }

  if (estimation === 'disabled') {
    return maxLinks > 0 ? await toBasicDirectory(directory, name, added, options) : undefined
  }

  // boxo counts the new link without its name
  const change = (added == null ? 0 : linkSize(added, 0, estimation)) -
    (old == null ? 0 : directory.sizeOf(old, estimation))
  const below = sizeChange + change < 0 && await isBelow(directory, threshold - change, options)
  return below ? await toBasicDirectory(directory, name, added, options) : undefined
}

/**
 * Returns the entries as a basic directory. Returns undefined if there are too many links for one; boxo can get this
 * wrong, since it counts only those of the root shard.
 */
async function toBasicDirectory (
  directory: HamtDirectory,
  name: string,
  added: DirectoryLink | undefined,
  options: ChangeDirectoryOptions
): Promise<BasicDirectory | undefined> {
  const { maxLinks } = options.limits
  const links: NamedLink[] = []
  let others = added == null ? 0 : 1

  for await (const link of directory.links(options)) {
    links.push(link)
    others += link.name === name ? 0 : 1

    if (maxLinks > 0 && others > maxLinks) {
      return undefined
    }
  }

  const { hashing, data } = directory
  return BasicDirectory.of({ hashing, data, links })
}

/** Returns a previously computed size of a directory's links, or a lower bound of it. */
function knownLinksSize (
  { state: { atLeast }, saved }: HamtDirectory,
  estimation: DirectoryLimits['estimation']
): number | undefined {
  if (atLeast?.estimation === estimation) {
    return atLeast.bytes
  }

  return saved == null ? undefined : cachedLinksSize(saved.cid, estimation)
}

/**
 * Returns whether the total size of the links is at most a limit. Reads shards only until the limit is exceeded
 * twofold. That leaves a margin, so that a directory far above the limit is not counted at every removal.
 */
async function isBelow (
  directory: HamtDirectory,
  limit: number,
  { limits: { estimation }, ...options }: ChangeDirectoryOptions
): Promise<boolean> {
  const data = estimation === 'block' ? dataFieldLength(directory.data) : 0
  const known = knownLinksSize(directory, estimation)

  if (known != null && data + known > limit) {
    directory.state.atLeast = { estimation, bytes: known }
    return false
  }

  let bytes = 0

  try {
    for await (const link of directory.links(options)) {
      bytes += linkSize(link, link.nameBytes.length, estimation)

      if (bytes > 2 * limit) {
        break
      }
    }
  } catch (err) {
    // the result is known even without the missing shard
    if (data + bytes <= limit) {
      throw err
    }
  }

  directory.state.atLeast = { estimation, bytes }

  if (directory.saved != null) {
    rememberCounted(directory.saved.cid, estimation, bytes)
  }

  return data + bytes <= limit
}
