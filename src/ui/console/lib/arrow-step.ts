/** Returns the step of an arrow key in a list: 1 for the next entry, -1 for the previous one, else 0. */
export function arrowStep ({ key }: Pick<KeyboardEvent, 'key'>): number {
  return Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
}
