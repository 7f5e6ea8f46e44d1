import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'

/**
 * Returns the minified bytes of a script by module, from its source map: our own modules by their folder, others by
 * their package.
 *
 * @param {string} code
 * @param {string} map as JSON
 * @returns {Map<string, number>} largest first; `(bundler)` is code without a source, JSON files among it
 */
export function moduleSizes (code, map) {
  const lines = code.split('\n')
  /** @type {Map<string, number>} */
  const sizes = new Map()
  let previous

  const add = (end) => {
    const name = previous.source == null ? '(bundler)' : moduleName(previous.source)
    sizes.set(name, (sizes.get(name) ?? 0) + end - previous.generatedColumn)
  }

  eachMapping(new TraceMap(JSON.parse(map)), (mapping) => {
    if (previous != null) {
      add(
        previous.generatedLine === mapping.generatedLine
          ? mapping.generatedColumn
          : lines[previous.generatedLine - 1].length
      )
    }
    previous = mapping
  })
  if (previous != null) {
    add(lines[previous.generatedLine - 1].length)
  }

  return new Map([...sizes].sort((a, b) => b[1] - a[1]))
}

/** Returns the package of a source, or the first two folders of one of our own. */
function moduleName (source) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  return name ?? source.replace(/^(?:\.\.\/)+/, '').split('/').slice(0, 2).join('/')
}
