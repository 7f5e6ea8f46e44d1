import type { Container } from './containers.ts'

/** An index run in the bucket, with its smallest and largest key as text. */
export interface RunInfo {
  id: number
  /** Runs of level 0 overlap. Those of each other level do not. */
  level: number
  records: number
  first: string
  last: string
}

/** The list of everything that readers need, replaced as a whole. */
export interface Manifest {
  version: 1
  /** number of this publication */
  seq: number
  /** Contents and answers that were read under an earlier publication than this one are outdated. */
  floor: number
  /** whether nothing may be read, because more containers changed than the manifest can list */
  isClosed: boolean
  runs: RunInfo[]
  /** containers that changed lately, with the number of the publication since which their contents are valid */
  changed: Array<[container: Container, seq: number]>
  /** settings of the node that its readers need, as JSON */
  settings: string
}

export function encodeManifest (manifest: Manifest): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(manifest))
}

/** Decodes a manifest; undefined if it is of an unknown version. */
export function decodeManifest (bytes: Uint8Array): Manifest | undefined {
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest
  return manifest.version === 1 ? manifest : undefined
}
