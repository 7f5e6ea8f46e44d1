import path from 'node:path'

/**
 * Rebases a source map for another folder: makes its source paths relative to that folder.
 *
 * @param {string} map as JSON
 * @param {string} from the folder that it was made for
 * @param {string} to the folder that it moves to
 * @returns {string} as JSON
 */
export function movedMap (map, from, to) {
  const { sources, ...rest } = JSON.parse(map)
  return JSON.stringify({
    ...rest,
    sources: sources.map((source) =>
      source.startsWith('.') ? path.relative(to, path.resolve(from, source)).split(path.sep).join('/') : source
    )
  })
}
