import { headerValue } from '../../http/headers/header-value.ts'
import { listSchema, mapSchema, string } from '../schema/primitives.ts'
import { checkedSchema } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import type { Json } from '../values/config.ts'

/** Characters of a header name (RFC 9110, section 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/

/** Characters that no header value may contain (RFC 9110, section 5.5), and that Node's http refuses. */
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/

/** Headers about the framing and encoding of messages, which the server sets. */
const FRAMING = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
]

/** Maximum size of all lines: clients and proxies refuse much longer heads, and no answer could be read any more. */
const MAX_BYTES = 8 * 1024

/**
 * Header lines by name. Kubo accepts anything here, and Go's server drops or repairs invalid lines. Here lines that a
 * browser or Node cannot send are refused. Characters beyond ASCII are sent as UTF-8, as in Kubo.
 */
export const httpHeaders: Schema = checkedSchema({ ...mapSchema(listSchema(string)), checkEntry }, (value) => {
  const bytes = Object.entries(value as Record<string, string[]>).reduce(
    (sum, [name, lines]) => sum + lines.reduce((sum, line) => sum + name.length + headerValue(line).length, 0),
    0
  )
  return bytes > MAX_BYTES ? `has ${bytes} bytes of header lines, and at most ${MAX_BYTES} can be sent` : undefined
})

function checkEntry (name: string, lines: Json): string | undefined {
  if (!NAME.test(name)) {
    return 'is no name that a header can have'
  }

  if (FRAMING.includes(name.toLowerCase())) {
    return 'cannot be set: it is about how answers are sent'
  }

  return (lines as string[]).some((line) => CONTROL.test(line))
    ? 'holds a line end or another control character, which no header can'
    : undefined
}
