import { walkRefs } from '../../dag/walk-refs.ts'
import { isError, TIMEOUT } from '../../errors/define-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'
import { refShape, refText } from '../shared/ref.ts'
import type { Ref } from '../shared/ref.ts'
import { refsLocal } from './local.ts'

const DEFAULT_FORMAT = '<dst>'

export const refs = command({
  help: {
    tagline: 'List the links of objects.',
    description:
      'Returns the CID of every link of the objects, or of all their descendants, optionally in another format. If ' +
      'the links of an object cannot be read, its error is in the field Err and the listing continues.'
  },
  errors: [
    { ask: 'arg=$DIRECTORY&format=%3Csrc%3E&edges=true', says: 'using format argument with edges is not allowed' }
  ],
  args: { paths: argument.string('ipfs-path', 'Path of an object.', { variadic: true, stdin: true }) },
  options: {
    format: option.string('format', 'Format of a line, with the placeholders <src>, <dst> and <linkname>.', {
      default: DEFAULT_FORMAT
    }),
    edges: option.bool('edges,e', 'Return each link as `<src> -> <dst>`. Excludes format.'),
    unique: option.bool('unique,u', 'Return each linked CID once.'),
    recursive: option.bool('recursive,r', 'List the links of all descendants.'),
    maxDepth: option.int('max-depth', 'Maximum depth with recursive; -1 for no limit.', {
      default: -1
    })
  },
  output: refShape,
  text: refText,

  async run ({ paths, format, edges, unique, recursive, maxDepth }, context) {
    if (edges === true && format !== DEFAULT_FORMAT) {
      throw new Error('using format argument with edges is not allowed')
    }

    const roots = []

    for (const path of paths) {
      roots.push((await resolveText(path, context)).cid)
    }

    const { blocks, signal, cids } = context
    const line = edges === true ? '<src> -> <dst>' : format || DEFAULT_FORMAT
    const limit = maxDepth < 0 ? Infinity : maxDepth
    const depth = recursive === true ? limit : 1
    const seen = unique === true ? new Map<string, number>() : undefined

    return streamResult((async function* (): AsyncGenerator<Ref> {
      for (const root of roots) {
        try {
          for await (const { from, to, name } of walkRefs(root, { blocks, signal, maxDepth: depth, seen })) {
            yield {
              Ref: line.replaceAll('<src>', () => cids.encode(from)).replaceAll('<dst>', () => cids.encode(to))
                .replaceAll('<linkname>', () => name),
              Err: ''
            }
          }
        } catch (err) {
          // A timeout is reported as an `Err` line, like other errors. If the caller has disconnected, there is no
          // reader for it.
          if (signal.aborted && !isError(signal.reason, TIMEOUT)) {
            throw err
          }

          yield { Ref: '', Err: errorMessage(err) }
        }
      }
    })())
  }
}, { local: refsLocal })
