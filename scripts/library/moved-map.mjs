import path from 'node:path'

/**
 * A source map for a folder that it was not made in: its sources are named as they are seen from there.
 *
 * @param {string} map as JSON
 * @param {string} from the folder that it was made for
 * @param {string} to the folder that it goes to
 * @returns {string} as JSON
 */
export function movedMap (map, from, to) {
  const { sources, ...rest } = JSON.parse(map)
  return JSON.stringify({ ...rest, sources: sources.map((source) => source.startsWith('.') ? path.relative(to, path.resolve(from, source)).split(path.sep).join('/') : source) })
}
