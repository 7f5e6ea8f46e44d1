/** Returns the source of `src/gateway/html/page/page-tokens.ts`. */
export declare function pageTokens (css: string): string
