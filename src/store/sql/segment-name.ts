/** The name of a segment's object. */
export function segmentName (id: number): string {
  return `segments/${id}`
}
