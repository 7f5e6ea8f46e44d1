import { goQuote } from '../../go/text/quote.ts'
import { IpldStruct } from '../data-model/ipld-node.ts'
import { matchString, matchStruct } from '../data-model/schema.ts'

const text = matchString('ipldgit.String')

/** An author, committer or tagger with a date: `Name <mail> 1600000000 +0200`. */
export const personInfo = matchStruct('ipldgit.PersonInfo', {
  date: { match: text },
  timezone: { match: text },
  email: { match: text },
  name: { match: text }
}, 'ipldgit.PersonInfo.Repr')

export type PersonInfo = ReturnType<typeof personInfo>

export const NOBODY: PersonInfo = { date: '', timezone: '', email: '', name: '' }

/**
 * Parses the person of a header line (go-ipld-git `personinfo.go`).
 *
 * @param line - the line including its keyword
 */
export function parsePersonInfo (line: string): PersonInfo {
  const [, ...parts] = line.split(' ')

  if (parts.length < 2) {
    throw new Error(`incorrectly formatted person info line: ${goQuote(line)}`)
  }

  const start = parts.findIndex((part) => part.startsWith('<'))
  const end = parts.findIndex((part, i) => i >= start && part.endsWith('>'))

  if (start < 0 || end < 0) {
    throw new Error(`invalid personInfo: ${goQuote(line)}`)
  }

  return {
    name: parts.slice(0, start).join(' ').trimStart(),
    email: parts.slice(start, end + 1).map((part) => part.replace(/^</, '')).join(' ').slice(0, -1),
    date: parts[end + 1] ?? '',
    timezone: parts[end + 2] ?? ''
  }
}

export function personLine ({ name, email, date, timezone }: PersonInfo): string {
  return [`${name} <${email}>`, date, timezone].filter((part) => part !== '').join(' ')
}

export function personNode ({ date, timezone, email, name }: PersonInfo): IpldStruct {
  return new IpldStruct('ipldgit.PersonInfo', Object.entries({ date, timezone, email, name }))
}
