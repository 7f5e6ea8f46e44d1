import { CID } from 'multiformats/cid'
import { hash } from '../../dag/hash.ts'
import { hashByName } from '../../dag/hashes.ts'
import { codecByName } from '../../dag/codec-names.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { stream } from '../../rpc/result.ts'
import { allowBigBlock, checkBlockSize } from '../shared/block-size.ts'
import { toBytes } from '../../store/to-bytes.ts'

export const blockPut = command({
  help: {
    tagline: 'Store bytes as a block.',
    description: 'Stores each part of the body as one block and answers its CID. The codec goes into the CID and changes or checks nothing.'
  },
  args: { files: argument.file('data', 'The bytes of a block.', { variadic: true, stdin: true }) },
  options: {
    cidCodec: option.string('cid-codec', 'Multicodec of the CID.', { default: 'raw' }),
    mhtype: option.string('mhtype', 'Hash function of the CID.'),
    mhlen: option.int('mhlen', 'Bytes of the digest, -1 for all.', { default: -1 }),
    pin: option.bool('pin', 'Pin the blocks recursively.', { default: false }),
    allowBigBlock,
    format: option.string('format,f', 'Legacy format of the CID; v0 gives a CIDv0.', { deprecated: true })
  },
  output: shape('BlockStat', 'Key:string Size:int'),
  run ({ files, cidCodec, mhtype, mhlen, pin, allowBigBlock, format }, { node, signal }) {
    const makeCid = cidMaker(mhtype ?? node.config.get<string>('Import.HashFunction') ?? 'sha2-256', mhlen, cidCodec, format)

    return stream((async function * () {
      for await (const { kind, content } of files) {
        if (kind !== 'file') {
          throw new Error('expected a file')
        }

        const bytes = await toBytes(content)
        checkBlockSize(bytes.byteLength, allowBigBlock)
        const cid = await makeCid(bytes)
        const session = node.store.session()
        const release = await node.gcLock.read(signal)

        try {
          await session.put(cid, bytes)
          await session.commit()

          if (pin) {
            await node.pins.put({ cid, mode: 'recursive', name: '' })
          }
        } catch (err) {
          await session.rollback()
          throw err
        } finally {
          release()
        }

        yield { Key: cid.toString(), Size: bytes.byteLength }
      }
    })())
  },

  text: ({ Key }) => `${Key}\n`
})

type CidMaker = (bytes: Uint8Array) => Promise<CID>

/** Checks the options before anything is read, in Kubo's order (`core/commands/block.go`, `coreapi/block.go`). */
function cidMaker (mhtype: string, mhlen: number, cidCodec: string, format: string | undefined): CidMaker {
  const fn = hashByName(mhtype)

  if (fn == null) {
    throw new Error(`unrecognized multihash function: ${mhtype}`)
  }

  if (format != null && format !== '' && cidCodec !== 'raw' && cidCodec !== '') {
    throw new Error('unable to use "format" (deprecated) and a custom "cid-codec" at the same time')
  }

  const legacy = format != null && format !== '' ? LEGACY_FORMATS[format] ?? format : undefined

  if (legacy === 'v0') {
    if (fn.code !== 0x12 || (mhlen !== 32 && mhlen !== -1)) {
      throw new Error('only sha2-255-32 is allowed with CIDv0')
    }

    return async (bytes) => CID.createV0(await hash(bytes, fn.code) as never)
  }

  const name = legacy ?? (cidCodec === '' ? 'raw' : cidCodec)
  const codec = codecByName(name)

  if (codec == null) {
    throw new Error(legacy != null ? `unrecognized "format" type: ${format}` : `unknown multicodec: "${name}"`)
  }

  return async (bytes) => CID.createV1(codec, await hash(bytes, fn.code, mhlen))
}

/** Old names of `format` that are no names of codecs. */
const LEGACY_FORMATS: Record<string, string> = { protobuf: 'dag-pb', cbor: 'dag-cbor' }
