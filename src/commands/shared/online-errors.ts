/**
 * Errors of commands that need an online node. Kubo has two wordings (`core/commands/commands.go`,
 * `core/coreiface/errors.go`).
 */
export const MUST_BE_ONLINE = "this command must be run in online mode. Try running 'ipfs daemon' first"
export const ACTION_MUST_BE_ONLINE = "this action must be run in online mode, try running 'ipfs daemon' first"
