const NO_NAMES = 'needs key/* and name/*'

/**
 * The recorded scenarios of `GROUPS` that this version cannot play, by group and name, and why. A scenario that is not here fails
 * when the node says that it lacks a command, and one that is here fails when it passes: so the list says what is missing, no less
 * and no more.
 */
export const EXPECTED_SKIPS: Readonly<Record<string, string>> = {
  'cat/ipns-key': NO_NAMES,
  'gateway-car/ipns': NO_NAMES,
  'gateway-conditional/cache-control': NO_NAMES,
  'gateway-formats/ipns-record': NO_NAMES,
  'gateway-path/ipns': NO_NAMES,
  'gateway-path/ipns-forms': NO_NAMES,
  'gateway-path/ipns-unknown': NO_NAMES,
  'id/peer': 'needs a second node',
  'transport/error-codes': NO_NAMES
}
