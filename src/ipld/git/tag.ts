import type { CID } from 'multiformats/cid'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { IpldStruct } from '../data-model/ipld-node.ts'
import { LookupError } from '../data-model/lookup-errors.ts'
import { matchLink, matchString, matchStruct, requireKind } from '../data-model/schema.ts'
import type { LineReader } from './line-reader.ts'
import { NOBODY, parsePersonInfo, personInfo, personLine, personNode } from './person-info.ts'
import type { PersonInfo } from './person-info.ts'
import { hexLink, linkHex } from './sha-link.ts'

const text = matchString('ipldgit.String')
const NUL = 0

/** A tag inside a commit (`mergetag`), or a tag object. */
export interface Tag {
  object: CID
  type: string
  tag: string
  tagger: PersonInfo
  message: string
}

export const tag = matchStruct('ipldgit.Tag', {
  object: { match: matchLink('ipldgit.Link') },
  type: { match: text },
  tag: { match: text },
  tagger: { match: personInfo },
  message: { match: text }
}, 'ipldgit.Tag.Repr')

export function tagNode ({ object, type, tag, tagger, message }: Tag): IpldStruct {
  return new IpldStruct('ipldgit.Tag', Object.entries({ object, type, tag, tagger: personNode(tagger), message }))
}

/** Reads a tag object after its type (go-ipld-git `tag.go`). */
export function decodeTag (reader: LineReader): IpldNode {
  const found: Partial<Tag> = {}
  reader.until(NUL)

  for (let line = reader.line(); line != null; line = reader.line()) {
    const [keyword] = line.split(' ', 1)
    const rest = line.slice(keyword.length + 1)

    switch (keyword) {
      case '':
        found.message = reader.rest()
        break
      case 'object':
        found.object = hexLink(rest)
        break
      case 'type':
        found.type = rest
        break
      case 'tag':
        found.tag = rest
        break
      case 'tagger':
        found.tagger = parsePersonInfo(line)
        break
      default: // go-ipld-git ignores unknown fields
    }
  }

  if (found.object == null) {
    throw new Error('git tag names no object')
  }

  return tagNode({
    object: found.object,
    type: found.type ?? '',
    tag: found.tag ?? '',
    tagger: found.tagger ?? NOBODY,
    message: found.message ?? ''
  })
}

/** Returns the tag object without its header. Ignores fields that tags do not have, as go-ipld-git does. */
export function encodeTag (node: IpldMap): string {
  const object = requireKind<CID>(requireField(node, 'object'), 'link', 'AsLink')
  const type = requireKind<string>(requireField(node, 'type'), 'string', 'AsString')
  const name = requireKind<string>(requireField(node, 'tag'), 'string', 'AsString')
  const message = requireKind<string>(requireField(node, 'message'), 'string', 'AsString')
  const tagger = node.get('tagger') == null ? undefined : personInfo(node.get('tagger'))

  return `object ${linkHex(object)}\ntype ${type}\ntag ${name}\n` +
    // a tag decoded without a tagger has a tagger of empty fields, and is encoded without one
    (tagger == null || Object.values(tagger).every((field) => field === '') ? '' : `tagger ${personLine(tagger)}\n`) +
    (message === '' ? '' : `\n${message}`)
}

function requireField (node: IpldMap, key: string): IpldNode | undefined {
  if (!node.has(key)) {
    throw LookupError.missing(key)
  }

  return node.get(key)
}
