/** The version of the Kubo RPC API that this node speaks; clients compare it. */
export const KUBO_VERSION = '0.40.0'

/** The layout of Kubo's repo whose meaning the stores keep (`repo/version`). */
export const REPO_VERSION = '18'

/** The build; empty outside a build. */
export const COMMIT = ''

/** Kubo shows its processor and operating system here. */
export const SYSTEM = 'wasm/browser'

/** Kubo shows its Go version here; clients only print it. */
export const LANGUAGE = 'javascript'

/** How the node names itself to peers and in `id`. */
export const AGENT_VERSION = `kubo/${KUBO_VERSION}/swipfs`
