/**
 * A container: a segment, or a bundle of blocks that are in rows. Its number is twice its id, plus one for a bundle, so
 * that one number stands for both.
 */
export type Container = number

export function segmentContainer (segment: number): Container {
  return segment * 2
}

export function bundleContainer (bundle: number): Container {
  return bundle * 2 + 1
}

export function isBundle (container: Container): boolean {
  return container % 2 === 1
}

/** Returns the id of the segment or bundle. */
export function containerId (container: Container): number {
  return Math.floor(container / 2)
}

/** Object name of the list of runs. */
export const MANIFEST_NAME = 'published/manifest'

/** Returns the object name of the contents of a container. */
export function contentsName (container: Container): string {
  return `published/contents/${container}`
}

/** Returns the object name of an index run. */
export function runName (id: number): string {
  return `published/runs/${id}`
}
