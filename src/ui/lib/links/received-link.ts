import { BASE } from '../../../client/protocol/base.ts'
import { contentPath } from './content-path.ts'
import { safeFileName } from './file-name.ts'
import { pathParts } from './mfs-path.ts'
import type { SharedItem } from './shared-item.ts'
import { readShortLink } from './short-link.ts'

/** Limit of a link in characters. */
const MAX_LINK = 4096

/** Any origin, to see whether a path is changed when it is resolved. */
const LOCAL = 'http://localhost'

/**
 * Parses the fragment of a link to a shared item: a short link, or one of earlier versions
 * (`#open=/ipfs/CID?filename=NAME&at=ADDRESS`), or an address of the gateway (`#visit=/ipns/NAME/`).
 *
 * @returns undefined if it is damaged
 */
export function readReceivedLink (fragment: string): SharedItem | undefined {
  const short = /^#\/s\/([^/?]*)$/.exec(fragment)
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const visit = said.get('visit')
  switch (true) {
    case short != null:
      return readShortLink(short[1])
    case fragment.length > MAX_LINK:
      return undefined
    case visit != null:
      return readVisit(visit)
    default:
      return readOldLink(said)
  }
}

/**
 * Parses the address of the gateway that could not be opened without a page: of a published folder, or of other content
 * that is only in another browser. Its root is fetched, because a page needs the other files of its folder.
 */
function readVisit (visit: string): SharedItem | undefined {
  const [path, root, inside] = /^(\/ip[fn]s\/[^/?#]+)([^?#]*)/.exec(visit) ?? []
  // With dot segments or backslashes it would lead elsewhere.
  return path == null || new URL(visit, LOCAL).href !== LOCAL + visit
    ? undefined
    : {
      path: root,
      entry: decoded(path),
      name: safeFileName(pathParts(decoded(inside)).at(-1) ?? ''),
      opens: BASE + visit.slice(1)
    }
}

function decoded (path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // The gateway does not find it either.
  }
}

function readOldLink (said: URLSearchParams): SharedItem | undefined {
  const [opened, address] = [said.get('open') ?? '', said.get('at') ?? '']
  const path = /^\/ip[fn]s\/[^/\\]/.test(opened) ? contentPath(opened) : undefined

  if (path == null || !/^\/[a-z0-9]+\/[\w./:~%-]+$/.test(address)) {
    return undefined
  }
  const [, , ...inside] = pathParts(path)
  const fileName = new URLSearchParams(opened.split(/\?(.*)/s)[1] ?? '').get('filename')
  return { path, name: safeFileName(fileName ?? inside.at(-1) ?? ''), address }
}
