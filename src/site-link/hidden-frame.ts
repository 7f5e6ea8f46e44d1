/** Returns a frame that is not seen, heard, or reached by the keyboard. It is not in the document yet. */
export function hiddenFrame (src: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.style.setProperty('display', 'none', 'important')
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.src = src
  return frame
}
