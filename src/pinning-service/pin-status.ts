import type { JobProgress } from '../jobs/job-state.ts'
import type { HostedPin } from './hosted/hosted-pin.ts'

/** `PinStatus` of the IPFS Pinning Service API. */
export interface PinStatus {
  requestid: string
  status: HostedPin['status']
  created: string
  pin: { cid: string; name?: string; origins?: readonly string[]; meta?: Readonly<Record<string, string>> }
  delegates: readonly string[]
  info?: Readonly<Record<string, string>>
}

/**
 * Returns the public status of a request.
 *
 * @param delegates - multiaddrs of this node
 * @param progress - of a running request
 */
export function pinStatus (
  { requestId, status, created, cid, name, origins, meta, details }: HostedPin,
  delegates: readonly string[],
  progress?: JobProgress
): PinStatus {
  const statusDetails = progress != null ? `${progress.blocks} blocks are here` : details

  return {
    requestid: requestId,
    status,
    created,
    pin: {
      cid,
      ...name == null ? {} : { name },
      ...origins.length === 0 ? {} : { origins },
      ...Object.keys(meta).length === 0 ? {} : { meta }
    },
    delegates,
    ...statusDetails == null ? {} : { info: { status_details: statusDetails } }
  }
}
