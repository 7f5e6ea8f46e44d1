/** The logo: three linked blocks. */
export function Brand () {
  return (
    <svg class='brand-mark' viewBox='0 0 64 64' aria-hidden='true'>
      <path class='brand-lines' d='M32 22 L18 42 M32 22 L46 42' />
      <rect class='brand-root' x='23' y='10' width='18' height='18' rx='5' />
      <rect class='brand-leaf' x='10' y='36' width='18' height='18' rx='5' />
      <rect class='brand-leaf' x='36' y='36' width='18' height='18' rx='5' />
    </svg>
  )
}
