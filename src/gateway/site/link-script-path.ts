/** Where a site's worker has the script that gets the home; the one path of the origin that is not the content's. */
export const LINK_SCRIPT_PATH = '/.well-known/swipfs/link.js'
