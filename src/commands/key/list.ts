import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import type { PeerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import type { Status } from '../../rpc/command/command-tree.ts'
import type { Command } from '../../rpc/command/command.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { keyLines, keyListShape, keyOutput } from './key-output.ts'
import { long } from './long.ts'

/** Declares `key ls`, and its old name `key list`. */
export function keyList (tagline: string, status: Status): Command {
  return command({
    help: { tagline },
    status,
    options: { long, ipnsBase },
    output: keyListShape,

    async run ({ ipnsBase }, { node }) {
      const write = keyEncoder(ipnsBase)
      return singleResult({ Keys: (await node.keys.list()).map((key) => keyOutput(key, write)) })
    },

    text: ({ Keys }, { long }) => keyLines(Keys, long === true)
  })
}

function keyEncoder (base: string): PeerIdEncoder {
  try {
    return peerIdEncoder(base)
  } catch (err) {
    throw new Error(`cannot get key encoder: ${(err as Error).message}`)
  }
}
