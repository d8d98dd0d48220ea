import type { Logger } from '../logs/logger.js'
import type { Running } from './start.js'

type Listener = (value: unknown) => void

/** The part of `process` that is used here; tests pass their own. */
interface ProcessLike {
  on(name: string, listener: Listener): unknown
  off(name: string, listener: Listener): unknown
  listeners(name: string): readonly unknown[]
  /** Defaults to `exitCode`. */
  exit(code?: number): void
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const FAILURES = ['uncaughtException', 'unhandledRejection'] as const
/** Milliseconds after which the process exits even if a handle is still open. */
const LINGERING = 2000

/**
 * Waits for a signal and stops the service. A second signal or an uncaught error exits immediately with code 1: the store
 * is consistent at any moment, but the state in memory may not be.
 */
export const untilStopped = async (
  { close, logger }: Pick<Running, 'close' | 'logger'>,
  life: ProcessLike = process as unknown as ProcessLike,
): Promise<void> => {
  const forget = watchFailures(logger, life)
  const { first, ignore } = watchSignals(life, () => {
    logger.warn('second signal: exiting immediately')
    life.exit(1)
  })
  const signal = await first
  logger.info({ signal }, 'stopping')
  try {
    await close()
    logger.info('stopped')
  } finally {
    ignore()
    forget()
    setTimeout(() => life.exit(), LINGERING).unref()
  }
}

/**
 * Replaces other signal listeners, which would exit immediately. They leave when the new ones are there: a signal that arrives while
 * nobody listens is lost. The same listeners stay for a second signal: without any it would kill the process.
 */
const watchSignals = (life: ProcessLike, onSecond: () => void) => {
  let hasCome = false
  let ignore = (): void => undefined
  const first = new Promise<string>((resolve) => {
    const listeners = SIGNALS.map((name) => ({
      name,
      listener: () => {
        if (hasCome) return onSecond()
        hasCome = true
        resolve(name)
      },
    }))
    for (const { name, listener } of listeners) {
      const others = life.listeners(name)
      life.on(name, listener)
      for (const other of others) life.off(name, other as Listener)
    }
    ignore = () => {
      for (const { name, listener } of listeners) life.off(name, listener)
    }
  })
  return { first, ignore: () => ignore() }
}

const watchFailures = (logger: Logger, life: ProcessLike): (() => void) => {
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'uncaught error: exiting')
    life.exit(1)
  }
  for (const name of FAILURES) life.on(name, fail)
  return () => {
    for (const name of FAILURES) life.off(name, fail)
  }
}
