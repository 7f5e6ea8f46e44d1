export interface HeaderRule {
  paths: string[]
  headers: Record<string, string>
  note?: string
}

export const COMMON_HEADERS: Record<string, string>
export const BRIDGE_HEADERS: Record<string, string>
export const HTML_HEADERS: Record<string, string>
export const FRAMED_HEADERS: Record<string, string>
export const ASSET_HEADERS: Record<string, string>
export const WEBUI_HEADERS: Record<string, string>
export const PROBE_HEADERS: Record<string, string>
export const CSP_META: string
export const BOOTSTRAP_CSP_META: string
export function siteBootstrapHeaders (home: string): Record<string, string>
export function frameHeaders (scheme: string, host?: string): Record<string, string>
export function headerRules (): HeaderRule[]
export function headersFile (base?: string): string
