/** Returns whether the target is an input or a dialog. Typed and pasted text is then meant for it. */
export function isTyping (target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select, dialog[open]') != null)
}
