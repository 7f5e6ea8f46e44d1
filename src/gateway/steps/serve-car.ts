import { car } from '../formats/car.ts'
import type { Immutable } from '../request/request.ts'

/**
 * Answers requests for a CAR. Runs before the path is resolved, because a CAR contains the blocks of the path and has
 * its own ETag.
 */
export async function serveCar (rq: Immutable): Promise<Response | undefined> {
  return rq.format === 'car' ? await car(rq) : undefined
}
