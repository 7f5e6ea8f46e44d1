import { parseLogLevel, passes } from './log-level.ts'
import type { LogLevel } from './log-level.ts'
import type { LogFields, LogRecord } from './log-record.ts'
import type { Logger } from './logger.ts'

/** Records that are remembered for who comes later. */
const MAX_RECENT = 500

/** Go's `GOLOG_LOG_LEVEL` when nothing is set. */
const DEFAULT_LEVEL: LogLevel = 'error'

/** How much is logged, where it is not what a node starts with. */
export interface LogLevels {
  /** the level of loggers that are not named */
  default: LogLevel
  /** levels that differ from the default, by the name of the logger */
  levels: Record<string, LogLevel>
}

export interface LogsOptions {
  /** of the records; `Date.now` when left out */
  now?: () => number
}

/** What a node tells of its work: its loggers, how much each may tell, and who listens (go-log `setup.go`). */
export class Logs {
  readonly #now: () => number
  readonly #loggers = new Map<string, Logger>()
  /** also of loggers that are not there yet */
  readonly #levels = new Map<string, LogLevel>()
  readonly #listeners = new Set<(record: LogRecord) => void>()
  readonly #levelWatchers = new Set<() => void>()
  readonly #recent: LogRecord[] = []
  #default: LogLevel = DEFAULT_LEVEL

  constructor ({ now = Date.now }: LogsOptions = {}) {
    this.#now = now
  }

  /** The logger of a part of the node, which is among the `subsystems` from now on. */
  logger (name: string): Logger {
    const logger = this.#loggers.get(name) ?? this.#make(name)
    this.#loggers.set(name, logger)

    if (!this.#levels.has(name)) {
      this.#levels.set(name, this.#default)
    }

    return logger
  }

  /** Names of all loggers, sorted. */
  subsystems (): string[] {
    return [...this.#loggers.keys()].sort()
  }

  /** For loggers that come, and for those that are reset. */
  get defaultLevel (): LogLevel {
    return this.#default
  }

  /** Levels by name, those that were set for a part that there is not included. */
  levels (): ReadonlyMap<string, LogLevel> {
    return this.#levels
  }

  /** Whether records of a level are logged for a subsystem. */
  passes (name: string, level: LogLevel): boolean {
    return passes(level, this.#levels.get(name) ?? this.#default)
  }

  /**
   * @param name - of a logger, there or not; `*` for all and the default. @throws an Error with go-log's words for a
   *   level that is none
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

  /** @param changed - called after each `setLevel`. @returns ends it */
  watchLevels (changed: () => void): () => void {
    this.#levelWatchers.add(changed)
    return () => {
      this.#levelWatchers.delete(changed)
    }
  }

  /** The levels that were set; undefined while they are those that a node starts with. */
  setLevels (): LogLevels | undefined {
    const levels = Object.fromEntries([...this.#levels].filter(([, level]) => level !== this.#default))
    return this.#default === DEFAULT_LEVEL && Object.keys(levels).length === 0
      ? undefined
      : { default: this.#default, levels }
  }

  /**
   * Sets all levels as `setLevels` gave them; those that a node starts with when left out. @throws an Error for a level
   * that is none
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

  /** @param listener - hears of all records that the levels let through; must not throw. @returns removes it */
  listen (listener: (record: LogRecord) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The last records, the oldest first. */
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
      this.#tell(level, name, msg, fields)
    }
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  }

  #tell (level: LogLevel, logger: string, msg: string, fields: LogFields): void {
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
