import { base64pad } from 'multiformats/bases/base64'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { cleanAndTrim } from '../../go/url/clean-path.ts'
import { fullAddresses } from '../../net/addresses/peer-addresses.ts'
import type { PeerIdentity } from '../../swarm/swarm.ts'

/** The identity of a peer, as `id` and `swarm/peers` show it (Kubo `core/commands/id.go`). */
export interface IdOutput {
  ID: string
  PublicKey: string
  Addresses: string[] | null
  AgentVersion: string
  Protocols: string[] | null
}

export const NOBODY: IdOutput = { ID: '', PublicKey: '', Addresses: null, AgentVersion: '', Protocols: null }

/**
 * Converts the identity of a peer to its output form.
 *
 * @param ID - the ID in the encoding of the answer
 */
export function idOutput ({ id, publicKey, addresses, agentVersion, protocols }: PeerIdentity, ID = id): IdOutput {
  return {
    ID,
    PublicKey: publicKey == null ? '' : base64pad.baseEncode(publicKey),
    Addresses: fullAddresses([{ ID: id, Addrs: addresses }]).sort(compareStrings),
    AgentVersion: cleanAndTrim(agentVersion),
    Protocols: protocols.length === 0 ? null : protocols.map(cleanAndTrim).sort(compareStrings)
  }
}
