import type { MultibaseCodec } from 'multiformats/bases/interface'
import { codecByName } from '../../cid/codes/codec-names.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { multibaseEncoder } from '../../cid/text/cid-encoder.ts'
import { goQuote } from '../../go/text/quote.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { cidFormatRes, convertCids } from './convert-cids.ts'

export const cidFormat = command({
  help: {
    tagline: 'Format CIDs.',
    description: `Prints CIDs, or parts of them, in another version, codec or base. Placeholders of the format:

  %%  a percent sign           %b  name of the base          %B  prefix of the base
  %v  version, as cidv1        %V  number of the version
  %c  name of the codec        %C  code of the codec
  %h  name of the hash         %H  code of the hash          %L  bytes of the digest
  %m  multihash with prefix    %M  multihash without prefix
  %d  digest with prefix       %D  digest without prefix
  %s  the CID                  %S  the CID without prefix
  %P  all but the digest, as cidv1-dag-pb-sha2-256-32`
  },
  errors: [
    { ask: 'arg=$DIRECTORY&v=2', says: 'invalid cid version: "2"' }
  ],
  args: { cids: argument.string('cid', 'CIDs to convert.', { variadic: true, stdin: true, trim: true }) },
  options: {
    format: option.string('f', 'Output format, with the placeholders above.', { default: '%s' }),
    version: option.string('v', 'Version of the CID: 0 or 1. Default: 1 with a base, else unchanged'),
    codec: option.string('mc', 'Codec of the CID. Default: unchanged'),
    base: option.string('b', 'Multibase of the output, by name. Default: that of the given CID')
  },
  output: cidFormatRes,

  run ({ cids, format, version = '', codec = '', base = '' }) {
    if (!format.includes('%')) {
      throw new Error(`invalid format string: ${goQuote(format)}`)
    }

    const code = codec === '' ? undefined : knownCodec(codec)
    const target = targetVersion(version, code, base)
    const encoding: MultibaseCodec<string> | undefined = base === '' ? undefined : multibaseEncoder(base)

    return streamResult(convertCids(cids, { format, version: target, codec: code, base: encoding }))
  }
})

function knownCodec (name: string): number | undefined {
  const code = codecByName(name)

  if (code == null) {
    throw new Error(`unknown multicodec: ${goQuote(name)}`)
  }

  // Kubo treats code 0, identity, as no codec.
  return code === 0 ? undefined : code
}

function targetVersion (version: string, codec: number | undefined, base: string): 0 | 1 | undefined {
  switch (version) {
    case '':
      return base === '' ? undefined : 1
    case '0':
      if (codec != null && codec !== CODEC.dagPb) {
        throw new Error('cannot convert to CIDv0 with any codec other than dag-pb')
      }

      if (base !== '' && base !== 'base58btc') {
        throw new Error('cannot convert to CIDv0 with any multibase other than the implicit base58btc')
      }

      return 0
    case '1':
      return 1
    default:
      throw new Error(`invalid cid version: ${goQuote(version)}`)
  }
}
