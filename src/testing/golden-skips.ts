/**
 * The recorded scenarios of `GROUPS` that this version cannot play, by group and name, and why. A scenario that is not here fails
 * when the node says that it lacks a command, and one that is here fails when it passes: so the list says what is missing, no less
 * and no more.
 */
export const EXPECTED_SKIPS: Readonly<Record<string, string>> = {}
