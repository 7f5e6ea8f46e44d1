import { car } from '../formats/car.ts'
import type { Immutable } from '../request.ts'

/** A CAR holds the blocks of the way, too, and has a tag of its own: it comes before the path is followed. */
export async function serveCar (rq: Immutable): Promise<Response | undefined> {
  return rq.format === 'car' ? await car(rq) : undefined
}
