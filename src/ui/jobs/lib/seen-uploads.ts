/**
 * Selects the displayed uploads: running ones first, then those that need the user, then the others, each in list
 * order. A list of at most `most` uploads is returned unchanged.
 */
export function seenUploads<U extends { status: string }> (list: readonly U[], most: number): readonly U[] {
  if (list.length <= most) {
    return list
  }

  const rank = ({ status }: U): number => status === 'running' ? 0 : status === 'failed' ? 1 : 2
  return [0, 1, 2].flatMap((wanted) => list.filter((one) => rank(one) === wanted)).slice(0, most)
}
