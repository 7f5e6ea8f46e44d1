import { contentPath } from './content-path.ts'
import { safeFileName } from './file-name.ts'
import { pathParts } from './mfs-path.ts'
import type { SharedItem } from './shared-item.ts'
import { readShortLink } from './short-link.ts'

/** Limit of a link in characters. */
const MAX_LINK = 4096

/**
 * Parses the fragment of a link to a shared item: a short link, or one of earlier versions
 * (`#open=/ipfs/CID?filename=NAME&at=ADDRESS`).
 *
 * @returns undefined if it is damaged
 */
export function readReceivedLink (fragment: string): SharedItem | undefined {
  const short = /^#\/s\/([^/?]*)$/.exec(fragment)
  return short == null ? readOldLink(fragment) : readShortLink(short[1])
}

function readOldLink (fragment: string): SharedItem | undefined {
  const said = new URLSearchParams(fragment.replace(/^#/, ''))
  const [opened, address] = [said.get('open') ?? '', said.get('at') ?? '']
  const path = /^\/ip[fn]s\/[^/\\]/.test(opened) ? contentPath(opened) : undefined

  if (fragment.length > MAX_LINK || path == null || !/^\/[a-z0-9]+\/[\w./:~%-]+$/.test(address)) {
    return undefined
  }
  const [, , ...inside] = pathParts(path)
  const fileName = new URLSearchParams(opened.split(/\?(.*)/s)[1] ?? '').get('filename')
  return { path, name: safeFileName(fileName ?? inside.at(-1) ?? ''), address }
}
