import type { Plugin } from 'vite'

export const LICENSES_FILE: string
export const LICENSES_BANNER: string
export function licenseCollector (): { plugin: Plugin; text: (root: string) => Promise<string> }
export function licenseTexts (folders: string[]): Promise<string>
