import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { Json } from '../config/values/config.ts'
import type { JobState } from './job-state.ts'

/** The key prefix of jobs: one row each. */
export const JOBS_PREFIX = '/jobs/'

/** A job as stored in the datastore. */
export interface JobRow extends Omit<JobState, 'waiting'> {
  /** The deadline, in milliseconds since 1970. */
  until?: number
  /** The number of consecutive restarts before which no progress was saved. */
  attempts: number
}

export function jobKey (id: string): Key {
  return new Key(`${JOBS_PREFIX}${id}`)
}

export function encodeJobRow (row: JobRow): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(row))
}

/** Returns all readable rows, oldest first. Ignores other rows, which later versions wrote. */
export async function listJobRows (data: Datastore): Promise<JobRow[]> {
  const rows: JobRow[] = []

  for await (const { value } of data.query({ prefix: JOBS_PREFIX })) {
    const row = decodeJobRow(value)

    if (row != null) {
      rows.push(row)
    }
  }

  return rows.sort(compareBegun)
}

/** Returns the row of a job that begins now. */
export function newJobRow ({ kind, args }: Pick<JobState, 'kind' | 'args'>): JobRow {
  return {
    id: crypto.randomUUID(),
    kind,
    args,
    begun: new Date().toISOString(),
    state: 'running',
    progress: { blocks: 0, bytes: 0 },
    resumed: 0,
    attempts: 0
  }
}

/** Compares jobs by their start, for sorting: oldest first. */
export function compareBegun (a: Pick<JobState, 'begun'>, b: Pick<JobState, 'begun'>): number {
  return Number(a.begun > b.begun) - Number(a.begun < b.begun)
}

function decodeJobRow (bytes: Uint8Array): JobRow | undefined {
  try {
    const row = JSON.parse(new TextDecoder().decode(bytes)) as Partial<JobRow> | null
    return isRow(row) ? row : undefined
  } catch {
    return undefined
  }
}

function isRow (row: Partial<JobRow> | null): row is JobRow {
  return typeof row?.id === 'string' && typeof row.kind === 'string' && typeof row.begun === 'string' &&
    (row.args as Json | undefined) !== undefined &&
    ['running', 'waiting', 'done', 'failed'].includes(row.state ?? '') && typeof row.progress?.blocks === 'number' &&
    typeof row.progress.bytes === 'number' &&
    typeof row.resumed === 'number' && typeof row.attempts === 'number'
}
