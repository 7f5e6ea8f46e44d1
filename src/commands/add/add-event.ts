import type { CidEncoder } from '../../cid/text/cid-encoder.ts'
import type { AddedEvent, ProgressEvent } from '../../unixfs/import/entries/import-event.ts'

/** One line of the answer. */
export interface AddEvent {
  Name: string
  Hash?: string
  Bytes?: number
  Size?: string
  Mode?: string
  Mtime?: bigint
  MtimeNsecs?: number
}

/** Converts an event of the importer to the line of Kubo's command (`core/commands/add.go`). */
export function toAddEvent (event: AddedEvent | ProgressEvent, cids: CidEncoder): AddEvent {
  const { name, mode, mtime } = event

  return {
    Name: name,
    ...(event.type === 'progress'
      ? { Bytes: event.bytes }
      : { Hash: cids.encode(event.cid), Size: String(event.size) }),
    ...(mode === 0 ? {} : { Mode: `0${mode.toString(8)}` }),
    ...(mtime == null ? {} : { Mtime: mtime.secs, MtimeNsecs: mtime.nsecs })
  }
}
