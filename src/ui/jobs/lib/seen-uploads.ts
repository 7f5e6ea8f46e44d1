/**
 * Selects the displayed uploads: running ones first, then those that need the user, then the others, each in list
 * order. A list of at most `most` uploads is returned unchanged.
 */
export function seenUploads<U extends { status: string }> (list: readonly U[], most: number): readonly U[] {
  if (list.length <= most) {
    return list
  }

  const running = list.filter(({ status }) => status === 'running')
  const failed = list.filter(({ status }) => status === 'failed')
  const others = list.filter(({ status }) => status !== 'running' && status !== 'failed')
  return [...running, ...failed, ...others].slice(0, most)
}
