import { isLogged, parseLogLevel } from './log-level.ts'
import type { LogLevel } from './log-level.ts'
import type { LogFields, LogRecord } from './log-record.ts'

/** Logs the work of one part of the node, by level. Costs almost nothing without a listener. */
export interface Logger {
  debug: (msg: string, fields?: LogFields) => void
  info: (msg: string, fields?: LogFields) => void
  warn: (msg: string, fields?: LogFields) => void
  error: (msg: string, fields?: LogFields) => void
}

/** Maximum records kept for listeners that come later. */
const MAX_RECENT = 500

/** Default of Go's `GOLOG_LOG_LEVEL`. */
const DEFAULT_LEVEL: LogLevel = 'error'

/** Log levels that differ from those at the start of a node. */
export interface LogLevels {
  /** level of loggers that `levels` does not name */
  default: LogLevel
  /** levels that differ from the default, by the name of the logger */
  levels: Record<string, LogLevel>
}

export interface LogsOptions {
  /** clock of the records; `Date.now` by default */
  now?: () => number
}

/** The logging of a node: its loggers, their levels, and the listeners (go-log `setup.go`). */
export class Logs {
  readonly #now: () => number
  readonly #loggers = new Map<string, Logger>()
  /** levels by logger; a logger may not exist yet */
  readonly #levels = new Map<string, LogLevel>()
  readonly #listeners = new Set<(record: LogRecord) => void>()
  readonly #levelWatchers = new Set<() => void>()
  readonly #recent: LogRecord[] = []
  #default: LogLevel = DEFAULT_LEVEL

  constructor ({ now = Date.now }: LogsOptions = {}) {
    this.#now = now
  }

  /** Returns the logger of a part of the node. From now on it is listed by `subsystems`. */
  logger (name: string): Logger {
    const logger = this.#loggers.get(name) ?? this.#make(name)
    this.#loggers.set(name, logger)

    if (!this.#levels.has(name)) {
      this.#levels.set(name, this.#default)
    }

    return logger
  }

  /** Returns the names of all loggers, sorted. */
  subsystems (): string[] {
    return [...this.#loggers.keys()].sort()
  }

  /** The level of loggers that have no level of their own. */
  get defaultLevel (): LogLevel {
    return this.#default
  }

  /** Returns the levels by name, also those that were set for loggers that do not exist. */
  levels (): ReadonlyMap<string, LogLevel> {
    return this.#levels
  }

  /** Returns whether records of a level are logged for a subsystem. */
  passes (name: string, level: LogLevel): boolean {
    return isLogged(level, this.#levels.get(name) ?? this.#default)
  }

  /**
   * Sets the level of a logger.
   *
   * @param name - of a logger, which may not exist yet; `*` for all and the default
   * @throws an Error with go-log's message for an unknown level
   */
  setLevel (name: string, text: string): void {
    const level = parseLogLevel(text)

    if (name === '*') {
      this.#setAll(level)
    } else {
      this.#levels.set(name, level)
    }

    this.#levelWatchers.forEach((changed) => {
      changed()
    })
  }

  /**
   * Watches the levels.
   *
   * @param changed - called after each `setLevel`
   * @returns ends it
   */
  watchLevels (changed: () => void): () => void {
    this.#levelWatchers.add(changed)
    return () => {
      this.#levelWatchers.delete(changed)
    }
  }

  /** Returns the levels that were set, or undefined if all are as at the start of a node. */
  setLevels (): LogLevels | undefined {
    const levels = Object.fromEntries([...this.#levels].filter(([, level]) => level !== this.#default))
    return this.#default === DEFAULT_LEVEL && Object.keys(levels).length === 0
      ? undefined
      : { default: this.#default, levels }
  }

  /**
   * Restores the levels that `setLevels` returned, or those at the start of a node by default.
   *
   * @throws an Error for an unknown level
   */
  restoreLevels (
    { default: level, levels }: { default: string; levels: Record<string, string> } = {
      default: DEFAULT_LEVEL,
      levels: {}
    }
  ): void {
    const parsed = Object.entries(levels).map(([name, text]) => [name, parseLogLevel(text)] as const)
    this.#setAll(parseLogLevel(level))
    parsed.forEach(([name, level]) => {
      this.#levels.set(name, level)
    })
  }

  /**
   * Adds a listener.
   *
   * @param listener - called with each logged record; must not throw
   * @returns removes it
   */
  listen (listener: (record: LogRecord) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Returns the last records, the oldest first. */
  recent (): readonly LogRecord[] {
    return [...this.#recent]
  }

  #setAll (level: LogLevel): void {
    this.#default = level
    this.#levels.forEach((_, name) => {
      this.#levels.set(name, level)
    })
  }

  #make (name: string): Logger {
    const at = (level: LogLevel) => (msg: string, fields: LogFields = {}): void => {
      this.#emit(level, name, msg, fields)
    }
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  }

  #emit (level: LogLevel, logger: string, msg: string, fields: LogFields): void {
    if (!this.passes(logger, level)) {
      return
    }

    const record = { level, ts: new Date(this.#now()).toISOString(), logger, msg, fields }
    this.#recent.push(record)

    if (this.#recent.length > MAX_RECENT) {
      this.#recent.shift()
    }

    this.#listeners.forEach((listener) => {
      listener(record)
    })
  }
}
