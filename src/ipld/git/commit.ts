import type { CID } from 'multiformats/cid'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { IpldStruct } from '../data-model/ipld-node.ts'
import { matchLink, matchList, matchString, matchStruct } from '../data-model/schema.ts'
import type { LineReader } from './line-reader.ts'
import { mergeTagLines, readMergeTag } from './merge-tag.ts'
import { NOBODY, parsePersonInfo, personInfo, personLine, personNode } from './person-info.ts'
import type { PersonInfo } from './person-info.ts'
import { hexLink, linkHex } from './sha-link.ts'
import { tag as tagStruct, tagNode } from './tag.ts'
import type { Tag } from './tag.ts'

const text = matchString('ipldgit.String')
const SIGNATURE_START = 'gpgsig -----BEGIN PGP SIGNATURE-----'
const SIGNATURE_END = ' -----END PGP SIGNATURE-----'

const commit = matchStruct('ipldgit.Commit', {
  tree: { match: matchLink('ipldgit.Tree_Link') },
  parents: { match: matchList('ipldgit.Commit_Link_List', matchLink('ipldgit.Commit_Link')) },
  message: { match: text },
  author: { match: personInfo, optional: true },
  committer: { match: personInfo, optional: true },
  encoding: { match: text, optional: true },
  signature: { match: matchString('ipldgit.GpgSig'), optional: true },
  mergetag: { match: matchList('ipldgit.Tag_List', tagStruct) },
  other: { match: matchList('ipldgit.String_List', text) }
}, 'ipldgit.Commit.Repr')

interface Commit {
  tree?: CID
  parents: CID[]
  message: string
  author?: PersonInfo
  committer?: PersonInfo
  encoding?: string
  signature?: string
  mergetag: Tag[]
  other: string[]
}

/** Reads a commit after its type and size (go-ipld-git `commit.go`). */
export function decodeCommit (reader: LineReader): IpldNode {
  const found: Commit = { parents: [], message: '', mergetag: [], other: [] }

  for (let line = reader.line(); line != null; line = reader.line()) {
    decodeLine(found, line, reader)
  }

  if (found.tree == null) {
    throw new Error('git commit names no tree')
  }

  return new IpldStruct('ipldgit.Commit', [
    ['tree', found.tree],
    ['parents', found.parents],
    ['message', found.message],
    ['author', found.author == null ? undefined : personNode(found.author)],
    ['committer', found.committer == null ? undefined : personNode(found.committer)],
    ['encoding', found.encoding],
    ['signature', found.signature],
    ['mergetag', found.mergetag.map(tagNode)],
    ['other', found.other]
  ])
}

function decodeLine (found: Commit, line: string, reader: LineReader): void {
  const [keyword] = line.split(' ', 1)
  const rest = line.slice(keyword.length + 1)

  if (line === '') {
    found.message = reader.rest()
  } else if (line.startsWith('mergetag object ')) {
    const { tag, next } = readMergeTag(rest.slice('object '.length), reader)
    found.mergetag.push(tag)

    if (next != null) {
      decodeLine(found, next, reader)
    }
  } else if (keyword === line) {
    found.other.push(line)
  } else {
    switch (keyword) {
      case 'tree':
        found.tree = hexLink(rest)
        break
      case 'parent':
        found.parents.push(hexLink(rest))
        break
      case 'author':
        found.author = parsePersonInfo(line)
        break
      case 'committer':
        found.committer = parsePersonInfo(line)
        break
      case 'encoding':
        found.encoding = rest
        break
      case 'gpgsig':
        found.signature = readSignature(reader)
        break
      default:
        found.other.push(line)
    }
  }
}

function readSignature (reader: LineReader): string {
  const first = reader.needLine()

  if (first !== ' ' && !first.startsWith(' Version: ') && !first.startsWith(' Comment: ')) {
    throw new Error('expected first line of sig to be a single space or version')
  }

  let signature = `${first}\n`

  for (let line = reader.needLine(); line !== SIGNATURE_END; line = reader.needLine()) {
    signature += `${line}\n`
  }

  return signature
}

/** Returns the commit object without its header. */
export function encodeCommit (node: IpldMap): string {
  const { tree, parents, message, author, committer, encoding, signature, mergetag, other } = matchCommit(node)

  return `tree ${linkHex(tree)}\n` +
    parents.map((parent) => `parent ${linkHex(parent)}\n`).join('') +
    `author ${personLine(author ?? NOBODY)}\ncommitter ${personLine(committer ?? NOBODY)}\n` +
    (encoding == null ? '' : `encoding ${encoding}\n`) +
    mergetag.map(mergeTagLines).join('') +
    (signature == null ? '' : `${SIGNATURE_START}\n${signature}${SIGNATURE_END}\n`) +
    other.map((line) => `${line}\n`).join('') +
    `\n${message}`
}

function matchCommit (node: IpldMap): ReturnType<typeof commit> {
  try {
    // other codecs write an omitted field as null, on which Kubo crashes
    return commit(new Map([...node].filter(([, value]) => value !== null)))
  } catch (err) {
    throw new Error(`not a Commit: *basicnode.plainMap ${(err as Error).message}`, { cause: err })
  }
}
