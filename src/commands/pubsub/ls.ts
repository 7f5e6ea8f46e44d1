import { base64url } from 'multiformats/bases/base64'
import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'
import { escapeNonPrint } from '../../go/text/quote.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { stringListShape } from '../shared/string-list.ts'
import { requirePubsub } from './opened-pubsub.ts'

export const pubsubLs = command({
  help: {
    tagline: 'List the subscribed topics.',
    description: 'Topics are multibase-encoded (base64url, prefix u).'
  },
  status: 'experimental',
  output: stringListShape,

  async run (_, { node, signal }) {
    const topics = (await requirePubsub(node, signal)).topics().map((topic) =>
      base64url.encode(new TextEncoder().encode(topic))
    )
    return singleResult({ Strings: topics.length === 0 ? null : topics })
  },

  text: ({ Strings }) =>
    (Strings ?? []).map((topic) => `${escapeNonPrint(decodeUtf8(decodeMultibase(topic)))}\n`).join('')
})
