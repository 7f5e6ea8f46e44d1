import type { LineReader } from './line-reader.ts'
import { NOBODY, parsePersonInfo, personLine } from './person-info.ts'
import { hexLink, linkHex } from './sha-link.ts'
import type { Tag } from './tag.ts'

/**
 * Reads the tag inside a merge commit, whose lines are indented by a space (go-ipld-git `readMergeTag`).
 *
 * @param hex - the SHA-1 of the tagged object, from the previous line
 * @returns the tag, and the line after it, which had to be read to find the end
 */
export function readMergeTag (hex: string, reader: LineReader): { tag: Tag; next: string | undefined } {
  const tag: Tag = { object: hexLink(hex), type: '', tag: '', tagger: NOBODY, message: '' }

  for (let line = reader.line(); line != null; line = reader.line()) {
    if (line === ' ') {
      return { tag, next: readMessage(tag, reader) }
    }

    if (line.startsWith(' type ')) {
      tag.type = line.slice(' type '.length)
    } else if (line.startsWith(' tag ')) {
      tag.tag = line.slice(' tag '.length)
    } else if (line.startsWith(' tagger ')) {
      tag.tagger = parsePersonInfo(line.slice(1))
    }
  }

  return { tag, next: undefined }
}

function readMessage (tag: Tag, reader: LineReader): string {
  for (let line = reader.needLine();; line = reader.needLine()) {
    if (!line.startsWith(' ')) {
      return line
    }

    tag.message += `${line}\n`
  }
}

/** Returns the header lines of a tag inside its merge commit. */
export function mergeTagLines ({ object, type, tag, tagger, message }: Tag): string {
  return `mergetag object ${linkHex(object)}\n type ${type}\n tag ${tag}\n tagger ${personLine(tagger)}\n \n${message}`
}
