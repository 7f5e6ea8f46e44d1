/** The texts of a setting that is a list, without space around them; none where it is not set. */
export function settingTexts (list: string[] | null | undefined): string[] {
  return (list ?? []).map((text) => text.trim()).filter((text) => text !== '')
}
