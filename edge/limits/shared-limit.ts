/** Counts requests of a client in a whole data center (Cloudflare's Rate Limiting binding). */
export interface SharedLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>
}
