/** Returns the trimmed texts of a list setting; empty if it is not set. */
export function settingTexts (list: string[] | null | undefined): string[] {
  return (list ?? []).map((text) => text.trim()).filter((text) => text !== '')
}
