const SHAPES = {
  file: 'M6 2.75h7.5L18.25 7.5v13.75H6zM13.25 3v4.75H18',
  folder: 'M2.75 6.25h6.5l2 2.5h10v10.5H2.75z',
  whole: 'M4.5 12.5l5 5 10-11',
  incomplete: 'M12 4v10M12 18.5v.5',
  pin: 'M9 3.5h6l-1 6.5 3.5 4h-11l3.5-4zM12 14v6.5',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8V4.5h-11v11H8',
  add: 'M12 4v16M4 12h16',
  explore: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5',
  node: 'M12 3.5v5M6 14l-2.5 4M18 14l2.5 4M12 8.5l5.5 3.2v6.3L12 21.2 6.5 18v-6.3z',
  console: 'M4.5 6.5l5.5 5.5-5.5 5.5M12.5 18h7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7'
}

/** An icon next to a text with the same meaning, so it is hidden from screen readers. */
export function Icon ({ of }: { of: keyof typeof SHAPES }) {
  return (
    <svg class='icon' viewBox='0 0 24 24' aria-hidden='true'>
      <path d={SHAPES[of]} />
    </svg>
  )
}
