import { SortedRows } from '../../bytes/sorted-rows.ts'
import { JsonRows } from '../../go/json/json-rows.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { largeResult, streamResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'
import { lsLinks } from './links.ts'
import type { LsLink, LsOutput } from './links.ts'
import { packLink, unpackLink } from './packed-link.ts'
import { lsText } from './text.ts'

export const ls = command({
  help: {
    tagline: 'List the entries of directories.',
    description:
      'Returns name, CID, size and type of every directory entry, and its permissions and modification time if ' +
      'stored. For nodes that are not UnixFS, lists their links.'
  },
  differs: [
    'A file whose root records wrong sizes is listed with its true size (Kubo: the recorded one).'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' },
    { ask: 'arg=/ipfs/$DIRECTORY/nowhere', says: 'no link named "nowhere" under $DIRECTORY' }
  ],
  args: { paths: argument.string('ipfs-path', 'Path of a directory.', { variadic: true, stdin: true }) },
  options: {
    headers: option.bool('headers,v', 'Print column headers (text output only).'),
    resolveType: option.bool('resolve-type', 'Read the entries to determine their types.', { default: true }),
    size: option.bool('size', 'Read the entries to determine their sizes.', { default: true }),
    stream: option.bool('stream,s', 'Return each entry as soon as it is known, in no fixed order.', {
      experimental: true
    }),
    long: option.bool('long,l', 'Print permissions and times too (text output only).')
  },
  output: outputShape(
    'LsOutput',
    'Objects:object',
    'Objects:[]{Hash:string Links:[]{Name:string Hash:string Size:uint64 Type:int32 Target:string Mode:uint32 ' +
      'ModTime:time}}'
  ),
  text: (output: LsOutput, { paths, ...options }) => lsText(output, { ...options, severalPaths: paths.length > 1 }),

  async run ({ paths, resolveType, size, stream: streams }, context) {
    const linksAt = async function* (path: string): AsyncGenerator<LsLink[]> {
      const { cid } = await resolveText(path, context)
      yield* lsLinks(cid, {
        resolve: resolveType || size,
        blocks: context.blocks,
        signal: context.signal,
        cids: context.cids
      })
    }

    if (streams === true) {
      return streamResult((async function* () {
        for (const path of paths) {
          for await (const batch of linksAt(path)) {
            yield* batch.map((link) => ({ Objects: [{ Hash: path, Links: [link] }] }))
          }
        }
      })())
    }

    const objects: Array<{ Hash: string; Links: JsonRows }> = []

    // Everything is read before the answer starts, so that a missing block is an ordinary error.
    for (const path of paths) {
      const links = new SortedRows(compareStrings)

      for await (const batch of linksAt(path)) {
        batch.forEach((link) => {
          links.add(link.Name, packLink(link))
        })
      }

      objects.push({ Hash: path, Links: new JsonRows('list', rowsOf(links)) })
    }

    return largeResult<LsOutput>({ Objects: objects })
  }
})

function* rowsOf (sorted: SortedRows): Generator<string> {
  for (const [name, row] of sorted) {
    yield unpackLink(name, row)
  }
}
