const XHTML = 'http://www.w3.org/1999/xhtml'

/**
 * Returns a frame that is invisible, silent and unreachable by keyboard. It is not in the document yet. Works in XML
 * documents too.
 */
export function hiddenFrame (src: string): HTMLIFrameElement {
  const frame = document.createElementNS(XHTML, 'iframe') as HTMLIFrameElement
  frame.hidden = true
  frame.style.setProperty('display', 'none', 'important')
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.src = src
  return frame
}
