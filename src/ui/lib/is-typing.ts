/** Whether somebody writes there, or answers a dialog: what is typed and pasted is meant for that place. */
export function isTyping (target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select, dialog[open]') != null)
}
