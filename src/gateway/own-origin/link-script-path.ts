/** Path of the script that connects a site to its home node. */
export const LINK_SCRIPT_PATH = '/.well-known/swipfs/link.js'
/** Path of the frame that the script opens. Only these two paths of the origin do not belong to the content. */
export const LINK_FRAME_PATH = '/.well-known/swipfs/link.html'
