/** Where a site's worker has the script that gets the home. */
export const LINK_SCRIPT_PATH = '/.well-known/swipfs/link.js'
/** The frame that the script opens, beside it. These two paths of the origin are not the content's. */
export const LINK_FRAME_PATH = '/.well-known/swipfs/link.html'
