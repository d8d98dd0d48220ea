import type { Logger } from '../logs/logger.js'
import type { Running } from './start.js'

/** As much of the process as its life needs; tests hand in their own. */
export interface ProcessLike {
  on(name: string, listener: (value: unknown) => void): unknown
  off(name: string, listener: (value: unknown) => void): unknown
  removeAllListeners(name: string): unknown
  /** Without a code, that of `exitCode`. */
  exit(code?: number): void
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const FAILURES = ['uncaughtException', 'unhandledRejection'] as const
/** How long something that was forgotten may keep the process alive after all was closed, in milliseconds. */
const LINGERING = 2000

/**
 * Waits until the process is told to stop, and stops the service. A second signal ends the process at once with 1, and so
 * does an error that nobody caught: what is on disk is sound at any moment, and what is in memory may not be any more.
 */
export const untilStopped = async (
  { close, logger }: Pick<Running, 'close' | 'logger'>,
  life: ProcessLike = process as unknown as ProcessLike,
): Promise<void> => {
  const forget = watchFailures(logger, life)
  const signal = await firstSignal(life)
  logger.info({ signal }, 'stopping')
  const atOnce = (): void => {
    logger.warn('told to stop twice: ending at once')
    life.exit(1)
  }
  for (const name of SIGNALS) life.on(name, atOnce)
  try {
    await close()
    logger.info('stopped')
  } finally {
    for (const name of SIGNALS) life.off(name, atOnce)
    forget()
    setTimeout(() => life.exit(), LINGERING).unref()
  }
}

/** Whoever listened to signals before would end the process at once; from here on they are for the service. */
const firstSignal = (life: ProcessLike): Promise<string> =>
  new Promise((resolve) => {
    const listeners = SIGNALS.map((name) => ({
      name,
      listener: () => {
        for (const one of listeners) life.off(one.name, one.listener)
        resolve(name)
      },
    }))
    for (const { name, listener } of listeners) {
      life.removeAllListeners(name)
      life.on(name, listener)
    }
  })

const watchFailures = (logger: Logger, life: ProcessLike): (() => void) => {
  const fail = (error: unknown): void => {
    logger.fatal({ err: error }, 'an error that nobody expected: ending')
    life.exit(1)
  }
  for (const name of FAILURES) life.on(name, fail)
  return () => {
    for (const name of FAILURES) life.off(name, fail)
  }
}
