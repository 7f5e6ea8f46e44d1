import type { Picked } from './picked.ts'

export interface ReadOptions {
  /** called with the number of files found so far */
  onCount?: (files: number) => void
  signal?: AbortSignal
}

/** Reads dropped or chosen files. */
export type Reading = (options: ReadOptions) => Promise<Picked[]>
