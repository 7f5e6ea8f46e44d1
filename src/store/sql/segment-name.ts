/** Returns the object name of a segment. */
export function segmentName (id: number): string {
  return `segments/${id}`
}
