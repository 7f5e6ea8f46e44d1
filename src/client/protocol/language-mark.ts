/**
 * Start of the name of an empty cache of the origin. The rest is the code of the language that the user chose in the
 * app, for pages that the worker makes. A worker cannot read local storage.
 */
export const LANGUAGE_MARK = 'swipfs-language-'
