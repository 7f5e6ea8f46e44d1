import { base16 } from 'multiformats/bases/base16'
import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import { codecName } from '../../cid/codes/codec-names.ts'
import { CODEC, HASH } from '../../cid/codes/multiformat-codes.ts'
import { hashName } from '../../cid/hash/hash-names.ts'
import { multibaseByPrefix } from '../../cid/multibase/multibases.ts'
import { isPeerId, parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'

/** The parts of a CID, or the reason why a text is none. */
interface InspectedCid {
  cid: string
  version: number
  multibase: { prefix: string; name: string }
  multicodec: { code: number; name: string }
  multihash: { code: number; name: string; length: number; digest: string }
  /** empty if the CID has no version 0 */
  cidV0: string
  cidV1: string
  errorMsg: string
}

const SHA2_256_BYTES = 32
const UNKNOWN = 'unknown'

/** Shows the parts of a CID (Kubo `core/commands/cid.go`, `inspectCmd`). */
export const cidInspect = command({
  help: {
    tagline: 'Show the parts of a CID.',
    description: 'Shows version, multibase, codec and multihash, and the same CID in versions 0 and 1. ' +
      'For a peer ID, the error names the CID of its key.'
  },
  since: '0.41',
  args: { text: argument.string('cid', 'CID to inspect.', { stdin: true }) },
  output: outputShape(
    'CidInspectRes',
    'cid:string version:int multibase:object multicodec:object multihash:object cidV0?:string cidV1:string ' +
      'errorMsg?:string',
    'Cid=cid:string Version=version:int Multibase=multibase:{Prefix=prefix:string Name=name:string} ' +
      'Multicodec=multicodec:{Code=code:uint64 Name=name:string} ' +
      'Multihash=multihash:{Code=code:uint64 Name=name:string Length=length:int Digest=digest:string} ' +
      'CidV0=cidV0:string CidV1=cidV1:string ErrorMsg=errorMsg:string'
  ),
  run: ({ text }) => singleResult(inspectCid(text)),
  text: inspectedText
})

function inspectCid (text: string): InspectedCid {
  try {
    const cid = parseCid(text)
    const { version, code, multihash } = cid
    const v1 = cid.toV1()

    return {
      cid: text,
      version,
      multibase: version === 0
        ? { prefix: 'z', name: 'base58btc' }
        : baseOfPrefix(String.fromCodePoint(text.codePointAt(0) as number)),
      multicodec: { code, name: codecName(code) ?? UNKNOWN },
      multihash: {
        code: multihash.code,
        name: hashName(multihash.code) ?? UNKNOWN,
        length: multihash.size,
        digest: base16.baseEncode(multihash.digest)
      },
      cidV0: hasV0(cid) ? CID.createV0(multihash as never).toString() : '',
      cidV1: code === CODEC.libp2pKey ? v1.toString(base36) : v1.toString(),
      errorMsg: ''
    }
  } catch (err) {
    return {
      cid: text,
      version: 0,
      multibase: { prefix: '', name: '' },
      multicodec: { code: 0, name: '' },
      multihash: { code: 0, name: '', length: 0, digest: '' },
      cidV0: '',
      cidV1: '',
      errorMsg: `invalid CID: ${(err as Error).message}${peerIdNote(text)}`
    }
  }
}

function baseOfPrefix (prefix: string): InspectedCid['multibase'] {
  return { prefix, name: multibaseByPrefix(prefix)?.name ?? '' }
}

function hasV0 ({ code, multihash }: CID): boolean {
  return code === CODEC.dagPb && multihash.code === HASH.sha2_256 && multihash.size === SHA2_256_BYTES
}

function peerIdNote (text: string): string {
  return isPeerId(text)
    ? '\nNote: the value is a PeerID; inspect its CID representation instead:\n  ' +
      peerIdEncoder('base36')(parsePeerId(text))
    : ''
}

function inspectedText (
  { cid, version, multibase, multicodec, multihash, cidV0, cidV1, errorMsg }: InspectedCid
): string {
  if (errorMsg !== '') {
    throw new Error(errorMsg)
  }

  const codeText = ({ code, name }: { code: number; name: string }): string => `${name} (0x${code.toString(16)}`
  const implicit = version === 0 ? ', implicit' : ''
  const v0 = cidV0 === '' ? whyNoV0(multicodec, multihash, codeText) : cidV0

  return [
    `CID:        ${cid}`,
    `Version:    ${version}`,
    `Multibase:  ${multibase.name} (${version === 0 ? 'implicit' : multibase.prefix})`,
    `Multicodec: ${codeText(multicodec)}${implicit})`,
    `Multihash:  ${codeText(multihash)}${implicit})`,
    `  Length:   ${multihash.length} bytes`,
    `  Digest:   ${multihash.digest}`,
    `CIDv0:      ${v0}`,
    `CIDv1:      ${cidV1}\n`
  ].join('\n')
}

function whyNoV0 (
  multicodec: InspectedCid['multicodec'],
  multihash: InspectedCid['multihash'],
  codeText: (part: { code: number; name: string }) => string
): string {
  if (multicodec.code !== CODEC.dagPb) {
    return `not possible, requires dag-pb (0x70), got ${codeText(multicodec)})`
  }

  return multihash.code === HASH.sha2_256
    ? `not possible, requires 32-byte digest, got ${multihash.length}`
    : `not possible, requires sha2-256 (0x12), got ${codeText(multihash)})`
}
