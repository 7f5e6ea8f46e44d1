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

/** A directory as a value: a change makes another one. */
export type Directory = BasicDirectory | HamtDirectory

export interface ChangeDirectoryOptions extends NodeStore {
  /** when it is sharded */
  limits: DirectoryLimits
}

/**
 * A directory with an entry, in place of the one of that name. It becomes a sharded one, or a plain one again, where
 * boxo's does (`ipld/unixfs/io/directory.go`, `DynamicDirectory.AddChild`).
 *
 * @throws DirectoryError where it may neither have more links nor be sharded
 */
export async function withEntry (
  directory: Directory,
  name: string,
  link: DirectoryLink,
  options: ChangeDirectoryOptions
): Promise<Directory> {
  if (directory.kind === 'hamt') {
    const basic = await shrunk(directory, name, link, options)
    return basic == null ? await directory.with(name, link, options) : basic.with(name, link)
  }

  if (mustShard(directory, name, link, options.limits)) {
    const hamt = await HamtDirectory.from(directory, hamtFanout(options.limits.fanout), options)
    return await hamt.with(name, link, options)
  }

  checkLinks(directory, name, options.limits)
  return directory.with(name, link)
}

/** A directory without an entry; the same where there is none of that name. */
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

  const basic = await shrunk(directory, name, undefined, options)
  return basic == null ? await directory.without(name, options) : basic.without(name)
}

/** boxo `needsToSwitchToHAMTDir` */
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
 * The same entries in a plain directory, where a change makes it small enough (boxo `needsToSwitchToBasicDir`,
 * `switchToBasic`).
 *
 * @param added - undefined when the entry of the name goes
 */
async function shrunk (
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
    return maxLinks > 0 ? await plain(directory, name, added, options) : undefined
  }

  // boxo counts the new link without its name
  const change = (added == null ? 0 : linkSize(added, 0, estimation)) -
    (old == null ? 0 : directory.sizeOf(old, estimation))
  const below = sizeChange + change < 0 && await isBelow(directory, threshold - change, options)
  return below ? await plain(directory, name, added, options) : undefined
}

/**
 * Undefined where it would have more links than a plain one may, which boxo, counting those of the root shard alone,
 * can get wrong.
 */
async function plain (
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

/** Returns the size of the links of a directory that was counted before, or a lower bound of it. */
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
 * Whether the links count at most so much together. Reads no more shards than that takes, and goes on to twice as much,
 * so that a directory which is far above it is not counted anew at every removal.
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
    // enough is known without a shard that is missing
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
