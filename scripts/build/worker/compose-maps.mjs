import { decodedMappings, encodedMap, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'

/**
 * Joins the source maps of two steps: the result leads from the code of the second step to the sources of the first.
 *
 * @param {import('@jridgewell/trace-mapping').SourceMapInput} second map of the last step, to the first one's code
 * @param {import('@jridgewell/trace-mapping').SourceMapInput} first map of that code to its sources
 * @returns {import('@jridgewell/trace-mapping').EncodedSourceMap} map without positions that have no source
 */
export function composeMaps (second, first) {
  const trace = new TraceMap(first)
  const names = new Map()
  const nameIndex = (name) => names.get(name) ?? names.set(name, names.size).get(name)
  const sourceIndex = new Map(trace.resolvedSources.map((source, i) => [source, i]))

  const mappings = decodedMappings(new TraceMap(second)).map((line) =>
    line.map(([column, ...origin]) => {
      const [, sourceLine, sourceColumn] = origin
      const { source, line: at, column: found, name } = origin.length === 0
        ? { source: null }
        : originalPositionFor(trace, { line: sourceLine + 1, column: sourceColumn })

      if (source == null) {
        return [column]
      }
      const position = [column, sourceIndex.get(source), at - 1, found]
      return name == null ? position : [...position, nameIndex(name)]
    })
  )

  return encodedMap(
    new TraceMap({
      version: 3,
      sources: trace.sources,
      sourcesContent: trace.sourcesContent,
      names: [...names.keys()],
      mappings
    })
  )
}
