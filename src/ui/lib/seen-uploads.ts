/**
 * Which of many uploads are drawn: those that come in now, then those that want something of a person, then the others, each in the order of the list.
 * A list that is no longer than `most` stays as it is.
 */
export function seenUploads<U extends { status: string }> (list: readonly U[], most: number): readonly U[] {
  if (list.length <= most) {
    return list
  }

  const rank = ({ status }: U): number => status === 'running' ? 0 : status === 'failed' ? 1 : 2
  return [0, 1, 2].flatMap((wanted) => list.filter((one) => rank(one) === wanted)).slice(0, most)
}
