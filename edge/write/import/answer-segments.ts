/** A request of an import for segments: more of them, or the end of its lease. */
export interface SegmentRequest {
  owner: string
  /** number of segments */
  count: number
  isOver: boolean
}

/** The store of the node, which grants segments that outlive an upload. */
export interface LeaseGranter {
  grantSegments: (count: number, owner: string) => Promise<number[]>
  releaseSegments: (owner: string) => Promise<void>
}

/** Grants segments to an import, which keeps them for days, or takes back those that the node has not adopted. */
export async function answerSegments (
  request: Request,
  store: LeaseGranter
): Promise<Response> {
  const { owner, count, isOver } = await request.json() as SegmentRequest

  if (isOver) {
    await store.releaseSegments(owner)
    return Response.json([])
  }

  return Response.json(await store.grantSegments(count, owner))
}
