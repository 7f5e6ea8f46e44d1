import { MULTIBASE } from '../../cid/codes/multiformat-codes.ts'
import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'
import { argument } from '../../rpc/command/argument.ts'

export const topicArgument = argument.string('topic', 'Topic, multibase-encoded (base64url, prefix u).')

/**
 * Parses the topic of an argument (Kubo `core/commands/pubsub.go`, `urlArgsDecoder`).
 *
 * @param surplus - excess arguments: each is parsed as an empty one
 * @throws an Error with Kubo's message, and one for a topic that is not UTF-8: peers would not recognize it
 */
export function parseTopic (text: string, surplus: readonly string[] = []): string {
  let bytes: Uint8Array

  try {
    bytes = decodeMultibase(text)
  } catch (err) {
    throw new Error(`URL arg must be multibase encoded: ${(err as Error).message}`)
  }

  if (!text.startsWith(MULTIBASE.base64url)) {
    throw new Error('URL arg must be base64url encoded')
  }

  if (surplus.length > 0) {
    parseTopic('')
  }

  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error('the topic is no UTF-8')
  }
}
